// Does nothing: the minimum time of every program.
