using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Finds out what state the files have before and after names of one inode are reversed.</summary>
/// <remarks>
/// The keeper of a hard link loses a name, and a file that still exists is moved back or gets names. A file that is
/// rebuilt is a new one. Its source may be any file that proves to have the content, whether the catalog knows it or
/// not, so nothing is carried over to it: the next search reads it once. Not thread-safe.
/// </remarks>
internal sealed class ReversedStates(
    IChangeableVolume volume, FolderPool folders, StateNotes notes, ActionKind action)
{
    private readonly List<(ReportName Keeper, FileFacts Facts)> _keepers = [];
    private ReportName _name;
    private FileHandle _source;
    private FileFacts _sourceFacts;

    /// <summary>Looks at the files before the first name is reversed.</summary>
    /// <param name="intents">The intents of the run for names of one inode.</param>
    /// <param name="source">The open inode, or <see cref="FileHandle.None"/> if it is gone.</param>
    internal void Look(IReadOnlyList<JournalIntent> intents, FileHandle source)
    {
        _keepers.Clear();
        _source = FileHandle.None;
        if (!notes.AreKept || action == ActionKind.Reflink)
        {
            return;
        }

        if (action == ActionKind.HardLink)
        {
            LookAtKeepers(intents);
        }

        _name = intents[0].Name;
        bool isThere = source != FileHandle.None && !volume.Stat(source, out _sourceFacts).Failed;
        _source = isThere ? source : FileHandle.None;
    }

    /// <summary>Notes the states after the last name was reversed. The inode must still be open.</summary>
    internal void Note()
    {
        foreach ((ReportName keeper, FileFacts facts) in _keepers)
        {
            if (!folders.Find(keeper, out Place place).Failed)
            {
                notes.Note(place, facts);
            }
        }

        if (_source != FileHandle.None && !folders.Find(_name, out Place own).Failed)
        {
            notes.Note(_source, _sourceFacts, own.Folder);
        }
    }

    private void LookAtKeepers(IReadOnlyList<JournalIntent> intents)
    {
        foreach (ReportName keeper in intents.Select(static intent => intent.Keeper).Distinct())
        {
            if (!folders.Find(keeper, out Place place).Failed && !volume.Stat(
                place.Folder, place.Bytes, LinkPolicy.Stay, FactFields.All, out FileFacts facts).Failed)
            {
                _keepers.Add((keeper, facts));
            }
        }
    }
}
