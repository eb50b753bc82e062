OBSERVER AUTOMATON MutexAutomaton
INITIAL STATE Unlocked;
STATE USEFIRST Unlocked :
MATCH CALL {mutex_lock()} -> GOTO Locked;
MATCH CALL {mutex_unlock()} -> ERROR;
STATE USEFIRST Locked :
MATCH CALL {mutex_unlock()} -> GOTO Unlocked;
MATCH CALL {mutex_lock()} -> ERROR;
END AUTOMATON
