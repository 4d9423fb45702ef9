using Doppel.Volumes;

namespace Doppel.Catalog;

/// <summary>
/// Carries facts over to the new state of files whose metadata was changed by this program and whose content was not:
/// that were linked, renamed or moved.
/// </summary>
/// <remarks>Not thread-safe. Nothing reaches the catalog before <see cref="Flush"/> or 4,096 changes.</remarks>
/// <param name="catalog">The catalog, which the caller disposes.</param>
public sealed class StateChanges(ContentCatalog catalog)
{
    private const int ChangesMax = 4096;
    private static readonly FactKind[] s_textKinds = [FactKind.StrictMediaText, FactKind.LooseMediaText];

    private readonly Dictionary<(FileSystemIdentity FileSystem, ulong Inode), Change> _changes = [];

    /// <summary>
    /// Notes that a file has another state now. Several changes of one file in a row become one. Ignored if the size or
    /// the modification time differ, because then the content may have changed too.
    /// </summary>
    /// <param name="fileSystem">The file system that holds the file.</param>
    /// <param name="before">The facts of the file when its content was known.</param>
    /// <param name="after">Its facts now.</param>
    public void Add(FileSystemIdentity fileSystem, in FileFacts before, in FileFacts after)
    {
        (ulong from, ulong to) = (ChangeStamp.Of(before), ChangeStamp.Of(after));
        bool isSameContent = before.Inode == after.Inode && before.Size == after.Size
            && before.Modified == after.Modified && before.Born == after.Born;
        if (from == to || !isSameContent || !fileSystem.IsKnown)
        {
            return;
        }

        // A file may have been opened before the last change that was noted, perhaps in the middle of it, and looked at
        // after a further one.
        FileTime since = before.Changed;
        if (_changes.TryGetValue((fileSystem, before.Inode), out Change known) && known.Includes(from, since))
        {
            (from, since) = (known.From, known.Since);
        }

        _changes[(fileSystem, before.Inode)] = new Change(from, since, to, after.Changed);
        if (_changes.Count >= ChangesMax)
        {
            Flush();
        }
    }

    /// <summary>Adds to the catalog what it knows about the old states of the files, for their new states.</summary>
    public void Flush()
    {
        foreach (var ofFileSystem in _changes.GroupBy(static change => change.Key.FileSystem))
        {
            (ulong Inode, Change Change)[] changes =
            [
                .. ofFileSystem.Select(static one => (one.Key.Inode, one.Value)).OrderBy(static one => one.Inode),
            ];
            ContentQuery[] queries =
                [.. changes.Select(static (change, i) => new ContentQuery(change.Inode, change.Change.From, i))];
            List<ContentFact> carried = [];
            catalog.Find(ofFileSystem.Key, queries, (int i, in ContentFact fact) =>
            {
                // The outcome of a comparison names the states of all files that took part. Texts follow below.
                if (fact.Kind != FactKind.Comparison && !FactRecord.IsText(fact.Kind))
                {
                    carried.Add(fact with { Stamp = changes[i].Change.To });
                }
            });
            catalog.Add(ofFileSystem.Key, carried.ToArray());
            foreach (FactKind kind in s_textKinds)
            {
                catalog.FindTexts(
                    ofFileSystem.Key, queries, kind,
                    (int i, in ContentFact fact, ReadOnlySpan<byte> text) => catalog.AddText(
                        ofFileSystem.Key, fact with { Stamp = changes[i].Change.To }, text));
            }
        }

        _changes.Clear();
    }

    private readonly record struct Change(ulong From, FileTime Since, ulong To, FileTime Until)
    {
        internal bool Includes(ulong stamp, FileTime changed) =>
            stamp == From || stamp == To || (Since <= changed && changed <= Until);
    }
}
