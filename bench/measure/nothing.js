// A program that does nothing: the floor of every start-up.
