using Doppel.Cli;
using Doppel.Reports;

namespace Doppel.Web;

/// <summary>Collects the folders that a report names, with what it says about each. Only files are planned.</summary>
internal sealed class ReportedFolders
{
    /// <summary>The number of folders that are kept.</summary>
    internal const int ShownMax = 200;

    private readonly List<(string Name, string What)> _shown = [];

    /// <summary>Gets the number of folders.</summary>
    internal long Count { get; private set; }

    /// <summary>Gets the first folders, and what the report says about each.</summary>
    internal IReadOnlyList<(string Name, string What)> Shown => _shown;

    /// <summary>Adds the folders of the item that was read, if it is about folders.</summary>
    internal void Add(ReportReader reader)
    {
        switch (reader.Kind)
        {
            case ReportItemKind.FolderGroup:
                ReportFolderGroup group = reader.FolderGroup;
                string how = group.Match == FolderMatch.Name ? "is identical to" : "has the same contents as";
                foreach (ReportFolder folder in group.Folders.Skip(1))
                {
                    Add(folder, $"{how} {ShownText.Of(group.Folders[0].Name)} ({TotalsOf(group.Content)})");
                }

                break;
            case ReportItemKind.ContainedFolder:
                ReportContainedFolder contained = reader.ContainedFolder;
                string container = ShownText.Of(contained.Container.Name);
                Add(contained.Folder, $"has nothing that is not in {container} ({TotalsOf(contained.Content)})");
                break;
            case ReportItemKind.EmptyFolder:
                Add(reader.EmptyFolder, "is empty");
                break;
        }
    }

    private void Add(ReportFolder folder, string what)
    {
        Count++;
        if (_shown.Count < ShownMax)
        {
            _shown.Add((ShownText.Of(folder.Name), what));
        }
    }

    private static string TotalsOf(FolderContent content) =>
        $"{Cli.Count.Of(content.Files, "file")}, {SizeText.Show(content.Bytes)}";
}
