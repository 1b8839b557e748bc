; The installer for Windows, made by Inno Setup of the frozen folder: iscc /DVersion=... /DSource=... /DOut=... uscalc.iss
; For oneself by default, without the rights of an administrator; for everybody where they are given.

[Setup]
AppId={{6E0B9B5A-6C1D-4B57-9B7C-2C8F1A5D7E31}
AppName=uscalc
AppVersion={#Version}
AppPublisher=The uscalc authors
DefaultDirName={autopf}\uscalc
DefaultGroupName=uscalc
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
ChangesAssociations=yes
ChangesEnvironment=yes
Compression=lzma2/max
SolidCompression=yes
LicenseFile={#Source}\LICENCES.txt
OutputDir={#Out}
OutputBaseFilename=uscalc-{#Version}-windows-x86_64-setup
SetupIconFile={#Source}\_internal\uscalc\resources\icons\uscalc.ico
UninstallDisplayIcon={app}\uscalcw.exe
WizardStyle=modern

[Tasks]
Name: desktopicon; Description: "{cm:CreateDesktopIcon}"; Flags: unchecked
Name: path; Description: "Make the command uscalc known to terminals"; Flags: unchecked

[Files]
Source: "{#Source}\*"; DestDir: "{app}"; Flags: recursesubdirs ignoreversion

[Icons]
Name: "{autoprograms}\uscalc"; Filename: "{app}\uscalcw.exe"
Name: "{autodesktop}\uscalc"; Filename: "{app}\uscalcw.exe"; Tasks: desktopicon

[Registry]
Root: HKA; Subkey: "Software\Classes\.uscalc"; ValueType: string; ValueData: "uscalc.event"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\.uscalc\OpenWithProgids"; ValueType: string; ValueName: "uscalc.event"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\.sjson\OpenWithProgids"; ValueType: string; ValueName: "uscalc.event"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\.ptoz\OpenWithProgids"; ValueType: string; ValueName: "uscalc.event"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\uscalc.event"; ValueType: string; ValueData: "uscalc event"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\uscalc.event\DefaultIcon"; ValueType: string; ValueData: "{app}\uscalcw.exe,0"
Root: HKA; Subkey: "Software\Classes\uscalc.event\shell\open\command"; ValueType: string; ValueData: """{app}\uscalcw.exe"" ""%1"""
Root: HKCU; Subkey: "Environment"; ValueType: expandsz; ValueName: "Path"; ValueData: "{olddata};{app}"; Tasks: path; Check: IsNotInPath

[Run]
Filename: "{app}\uscalcw.exe"; Description: "{cm:LaunchProgram,uscalc}"; Flags: nowait postinstall skipifsilent

[Code]
function IsNotInPath(): Boolean;
var
  Known: string;
begin
  if not RegQueryStringValue(HKCU, 'Environment', 'Path', Known) then
    Known := '';
  Result := Pos(';' + Uppercase(ExpandConstant('{app}')) + ';', ';' + Uppercase(Known) + ';') = 0;
end;
