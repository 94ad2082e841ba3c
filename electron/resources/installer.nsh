; Lists Boilerscope under "Open with" for web pages. The default browser stays.
!define PAGE_KEY "Software\Classes\Boilerscope.Page"

!macro customInstall
  WriteRegStr SHELL_CONTEXT "${PAGE_KEY}" "" "Web page"
  WriteRegStr SHELL_CONTEXT "${PAGE_KEY}\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
  WriteRegStr SHELL_CONTEXT "Software\Classes\.html\OpenWithProgids" "Boilerscope.Page" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\.htm\OpenWithProgids" "Boilerscope.Page" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\.xhtml\OpenWithProgids" "Boilerscope.Page" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\.mhtml\OpenWithProgids" "Boilerscope.Page" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\.mht\OpenWithProgids" "Boilerscope.Page" ""
!macroend

!macro customUnInstall
  DeleteRegKey SHELL_CONTEXT "${PAGE_KEY}"
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.html\OpenWithProgids" "Boilerscope.Page"
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.htm\OpenWithProgids" "Boilerscope.Page"
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.xhtml\OpenWithProgids" "Boilerscope.Page"
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.mhtml\OpenWithProgids" "Boilerscope.Page"
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.mht\OpenWithProgids" "Boilerscope.Page"
!macroend
