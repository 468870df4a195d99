@echo off
rem Runs Baton: builds the jar if it is not there, then starts it.
setlocal
set "HERE=%~dp0"
set "JAR=%HERE%baton-server\target\baton.jar"
if exist "%JAR%" goto run
echo baton: building, once; this takes a minute or two 1>&2
pushd "%HERE%"
call mvn -B -q -pl baton-server -am package -DskipTests 1>&2
if errorlevel 1 exit /b 1
popd
:run
set "JAVA=java"
if defined JAVA_HOME set "JAVA=%JAVA_HOME%\bin\java"
"%JAVA%" -XX:+UseSerialGC -XX:-UsePerfData -Xms24m -Xmx160m -Xss512k -XX:+ExitOnOutOfMemoryError -Dfile.encoding=UTF-8 -jar "%JAR%" %*
