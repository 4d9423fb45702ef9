namespace Doppel.Reports;

/// <summary>The contents of a header line for folders. A null match means a single contained folder.</summary>
internal readonly record struct FolderHead(int Folders, FolderMatch? Match, FolderContent Content, long Redundant);
