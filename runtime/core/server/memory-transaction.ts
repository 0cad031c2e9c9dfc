/** A transaction of the program in memory. Its effects are executed when it commits. */
export interface MemoryTransaction {
  onCommit(effect: () => void): void;
  /** Executed when the transaction is rolled back. Without it, a claim that was made in the transaction lasts as long as its lease. */
  onRollback?(effect: () => void): void;
}
