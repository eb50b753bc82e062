// `g` never gets the value that it was assigned so often, this time included.
OBSERVER AUTOMATON THIRD
LOCAL int assigned = 0;
INITIAL STATE Init;
STATE USEFIRST Init :
  MATCH {g = $1} -> ASSUME {$1 == $$assigned} DO assigned = assigned + 1 ERROR("g is how often it was assigned");
  MATCH {g = $1} -> DO assigned = assigned + 1 GOTO Init;
END AUTOMATON
