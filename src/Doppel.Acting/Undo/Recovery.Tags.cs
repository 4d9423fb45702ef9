using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <content>Recovers the files to which tags are added.</content>
internal sealed partial class Recovery
{
    /// <summary>
    /// Recovers all files that get tags: afterwards each has its old or its new content. Those that are needed are
    /// written again.
    /// </summary>
    /// <returns>The facts of the keepers that have the tags.</returns>
    internal Dictionary<ReportName, FileFacts> RecoverTags()
    {
        Dictionary<ReportName, FileFacts> merged = [];
        foreach (TagChange change in _journal.TagChangesFromLast())
        {
            if (_devices.WhyMissing(change.Name) is null)
            {
                bool isClear = _tags.Clear(change, out Place place) is null;
                if (isClear && change.IsOfKeeper && _tags.IsAsLeft(change) && !_volume.Stat(
                    place.Folder, place.Bytes, LinkPolicy.Stay, FactFields.All, out FileFacts facts).Failed)
                {
                    merged[change.Name] = facts;
                }
            }

            _folders.Clear();
        }

        return merged;
    }
}
