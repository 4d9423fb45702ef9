using System.Text;
using Doppel.Acting;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Cli;

/// <summary>Previews an action on folders: first on their files, then on what remains of the folders.</summary>
internal sealed class FolderPreview(IChangeableVolume volume, ActOptions options, Action<ActResult> tell) : IDisposable
{
    private readonly FolderExpansion _expansion = new(volume);
    private readonly ActionKind _kind = options.Action;
    private readonly StringBuilder _rest = new();

    public void Dispose() => _expansion.Dispose();

    /// <summary>Returns the files of all folders, as groups.</summary>
    internal IEnumerable<PlanGroup> FilesOf(IEnumerable<PlanFolder> folders)
    {
        foreach (PlanFolder folder in folders)
        {
            FolderActions? actions = _expansion.Expand(folder, out string reason);
            reason = actions is not null && !actions.Linked.IsEmpty && _kind.RemovesNames()
                ? $"{actions.Linked} in it is a hard link to a file in the folder that stays"
                : reason;
            if (reason.Length > 0)
            {
                tell(new ActResult(folder.Name, folder.Keeper, ActStatus.Skipped, reason, 0));
                continue;
            }

            foreach (PlanGroup group in actions!.Groups)
            {
                yield return group;
            }

            if (_kind.RemovesNames() && (!folder.Keeper.IsEmpty || options.RemovesEmptyFolders))
            {
                Add(ActionText.Verb(_kind), actions.Links);
                Add("rmdir", actions.Folders);
            }
        }
    }

    /// <summary>
    /// Returns the lines for symbolic links and folders. Call it after all files have been enumerated.
    /// </summary>
    internal string Rest() => _rest.ToString();

    /// <summary>Adds lines for folders that are removed.</summary>
    internal void AddRemoved(IEnumerable<ReportName> folders) => Add("rmdir", folders);

    private void Add(string verb, IEnumerable<ReportName> names)
    {
        foreach (ReportName name in names)
        {
            _rest.Append(verb).Append(' ').Append(Quote.Name(name.Bytes)).Append('\n');
        }
    }
}
