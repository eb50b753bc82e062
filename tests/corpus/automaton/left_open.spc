// Whatever is opened is closed before the program ends.
OBSERVER AUTOMATON LEFT_OPEN
LOCAL int open = 0;
INITIAL STATE Init;
STATE USEFIRST Init :
  MATCH CALL {acquire($?)} -> DO open = open + 1 GOTO Init;
  MATCH CALL {release($?)} -> DO open = open - 1 GOTO Init;
  MATCH EXIT && open != 0 -> ERROR("left open at the end");
END AUTOMATON
