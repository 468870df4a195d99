# Runs a command as a process group that ends whole: when its starter says so, and when its starter is gone.
# The standard input is the line to the starter. A number of seconds on it asks for the end, and says how long to wait before
# it is forced; whatever comes after that, the end of the line too, forces it at once. A line that ends without a number is
# that of a starter that has died: the command has a second. If the command itself has ended, what it left has no time.
# $1 is what the command reads, the rest is the command with its arguments; no shell looks into them. $$ is the group, because
# setsid has made it; whoever watches the line is a member as well, so that nobody else is ever given its number.
input=$1
shift
(
    {
        trap '' HUP INT QUIT TERM
        if read -r seconds; then
            kill -s TERM -- "-$$"
            { sleep "$seconds"; kill -s KILL -- "-$$"; } </dev/null &
            read -r rest
        elif kill -s 0 "$$"; then
            kill -s TERM -- "-$$"
            sleep 1
        fi
        kill -s KILL -- "-$$"
    } <&3 3<&- >/dev/null 2>&1 &
) 3<&0
exec "$@" <"$input"
