@echo off
rem Runs Baton: builds the jar if it is not there, then starts it. After a change of the sources delete baton-server\target.
rem JAVA_HOME names the Java, BATON_HEAP its heap, BATON_JAVA_OPTS further options for it, split at blanks.
setlocal
set "HERE=%~dp0"
set "JAR=%HERE%baton-server\target\baton.jar"
set "JAVA=java"
if defined JAVA_HOME if exist "%JAVA_HOME%\bin\java.exe" set "JAVA=%JAVA_HOME%\bin\java.exe"
if not defined BATON_HEAP set "BATON_HEAP=160m"

if exist "%JAR%" goto run
echo baton: building, once; this takes a minute or two 1>&2
set "MVN=mvn"
where /q mvn || set "MVN=%HERE%mvnw.cmd"
pushd "%HERE%"
call "%MVN%" -B -q -pl baton-server -am package -DskipTests 1>&2
if errorlevel 1 exit /b 1
popd

:run
"%JAVA%" -XX:+UseSerialGC -XX:-UsePerfData -Xms24m "-Xmx%BATON_HEAP%" -Xss512k -XX:MaxMetaspaceSize=128m ^
 -XX:ReservedCodeCacheSize=64m -XX:Tier4InvocationThreshold=50000 -XX:Tier4MinInvocationThreshold=6000 ^
 -XX:Tier4CompileThreshold=150000 -XX:Tier4BackEdgeThreshold=400000 -XX:+UnlockDiagnosticVMOptions ^
 -XX:GuaranteedSafepointInterval=0 -XX:AsyncDeflationInterval=2000 -XX:+ExitOnOutOfMemoryError -Dfile.encoding=UTF-8 ^
 %BATON_JAVA_OPTS% -jar "%JAR%" %*
