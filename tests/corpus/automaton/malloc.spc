OBSERVER AUTOMATON MallocFreeAutomaton
INITIAL STATE Init;
STATE USEFIRST Init :
MATCH CALL {$? = malloc($1)} ->
  ASSUME {((int)$1) != 0} GOTO Alloc;
MATCH CALL {free($1)} ->
  ASSUME {((void*)$1) != 0} ERROR;
STATE USEFIRST Alloc :
MATCH CALL {free($1)} ->
  ASSUME {((void*)$1) != 0} GOTO Init;
MATCH CALL {$? = malloc($1)} ->
  ASSUME {((int)$1) != 0} ERROR;
END AUTOMATON
