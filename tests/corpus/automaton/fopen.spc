OBSERVER AUTOMATON FopenAutomaton
INITIAL STATE Init;
STATE USEFIRST Init :
MATCH RETURN {$1 = fopen($?, $?) } ->
  ASSUME {((void*)$1) != 0} GOTO Opened;
MATCH RETURN {$1 = fopen($?, $?) } ->
  ASSUME {((void*)$1) == 0} GOTO Init;
MATCH CALL {fclose($1)} ->
  ASSUME {((void*)$1) != 0} ERROR;
MATCH CALL {fclose($1)} ->
  ASSUME {((void*)$1) == 0} GOTO Init;
STATE USEFIRST Opened :
MATCH RETURN {$1 = fopen($?, $?) } ->
  ASSUME {((void*)$1) != 0} ERROR;
MATCH RETURN {$1 = fopen($?, $?) } ->
  ASSUME {((void*)$1) == 0} GOTO Opened;
MATCH CALL {fclose($1)} ->
  ASSUME {((void*)$1) != 0} GOTO Init;
MATCH CALL {fclose($1)} ->
  ASSUME {((void*)$1) == 0} GOTO Opened;
END AUTOMATON
