namespace Doppel.Reports.Text;

/// <summary>What the head line of folders tells; a match of null is that of a contained folder, which is one.</summary>
internal readonly record struct FolderHead(int Folders, FolderMatch? Match, FolderContent Content, long Redundant);
