/** Properties of every panel about a project. */
export interface PanelProps {
  readonly projectId: string;
}
