namespace Doppel.Reports;

/// <summary>Rejects folders that no reader could reproduce.</summary>
internal static class FolderRules
{
    public static void Check(ReportFolderGroup group)
    {
        if (group.Folders.Count < 2)
        {
            throw new ArgumentException("A group of folders needs at least two.", nameof(group));
        }
    }
}
