using Doppel.Hashing;
using Doppel.Volumes;

namespace Doppel.Catalog;

/// <summary>
/// Carries facts over to the new state of files whose metadata was changed by this program and whose content was not
/// (that were linked, renamed or moved), and to copies that this program has made.
/// </summary>
/// <remarks>Not thread-safe. Nothing reaches the catalog before <see cref="Flush"/> or 4,096 changes.</remarks>
/// <param name="catalog">The catalog, which the caller disposes.</param>
public sealed class StateChanges(ContentCatalog catalog)
{
    private const int ChangesMax = 4096;
    private static readonly FactKind[] s_textKinds = [FactKind.StrictMediaText, FactKind.LooseMediaText];

    private readonly Dictionary<FileKey, Change> _changes = [];

    /// <summary>
    /// Notes that a file has another state now. Several changes of one file in a row become one. Ignored if the size or
    /// the modification time differ, because then the content may have changed too.
    /// </summary>
    /// <param name="fileSystem">The file system that holds the file.</param>
    /// <param name="before">The facts of the file when its content was known.</param>
    /// <param name="after">Its facts now.</param>
    /// <param name="content">The XXH3-128 digest of its content, or zero if the content was not read.</param>
    public void Add(
        FileSystemIdentity fileSystem, in FileFacts before, in FileFacts after, Digest128 content = default)
    {
        ulong to = ChangeStamp.Of(after);
        bool isSameContent = before.Inode == after.Inode && before.Size == after.Size
            && before.Modified == after.Modified && before.Born == after.Born;
        bool isNews = ChangeStamp.Of(before) != to || content != default;
        if (!isNews || !isSameContent || !fileSystem.IsKnown)
        {
            return;
        }

        var file = new FileKey(fileSystem, before.Inode);
        Change change = ChangeTo(file, before);
        Note(file, change with
        {
            To = to,
            Until = after.Changed,
            Content = content == default ? change.Content : content,
        });
    }

    /// <summary>Notes that a file was copied completely, and that nobody wrote to either file meanwhile.</summary>
    /// <param name="fileSystem">
    /// The file system that holds the file. If <see cref="FileSystemIdentity.IsKnown"/> is false, only the digest is
    /// noted, and only for the copy.
    /// </param>
    /// <param name="file">The facts of the file while it was read.</param>
    /// <param name="copyFileSystem">The file system that holds the copy.</param>
    /// <param name="copy">The facts of the finished copy.</param>
    /// <param name="content">The XXH3-128 digest of the content that was copied.</param>
    public void AddCopy(
        FileSystemIdentity fileSystem, in FileFacts file, FileSystemIdentity copyFileSystem, in FileFacts copy,
        Digest128 content)
    {
        var source = new FileKey(fileSystem, file.Inode);
        Change change = ChangeTo(source, file) with { Content = content };
        if (fileSystem.IsKnown)
        {
            Note(source, change);
        }

        if (copyFileSystem.IsKnown)
        {
            Note(
                new FileKey(copyFileSystem, copy.Inode),
                change with { Since = copy.Changed, To = ChangeStamp.Of(copy), Until = copy.Changed });
        }
    }

    /// <summary>Adds to the catalog what it knows about the old states of the files, for their new states.</summary>
    public void Flush()
    {
        foreach (var ofFileSystem in _changes.GroupBy(static change => change.Value.Source.FileSystem))
        {
            (FileKey File, Change Change)[] changes =
            [
                .. ofFileSystem.Select(static one => (one.Key, one.Value))
                    .OrderBy(static one => one.Value.Source.Inode),
            ];
            ContentQuery[] queries =
                [.. changes.Select(static (one, i) => new ContentQuery(one.Change.Source.Inode, one.Change.From, i))];
            Carry(ofFileSystem.Key, changes, queries);
            foreach (FactKind kind in s_textKinds)
            {
                catalog.FindTexts(
                    ofFileSystem.Key, queries, kind,
                    (int i, in ContentFact fact, ReadOnlySpan<byte> text) =>
                    {
                        // A text names the files that were compared. A copy was not among them.
                        (FileKey file, Change change) = changes[i];
                        if (file == change.Source)
                        {
                            catalog.AddText(file.FileSystem, fact with { Stamp = change.To }, text);
                        }
                    });
            }
        }

        _changes.Clear();
    }

    private void Carry(
        FileSystemIdentity from, (FileKey File, Change Change)[] changes, ContentQuery[] queries)
    {
        List<ContentFact>[] known = [.. changes.Select(static _ => new List<ContentFact>())];
        catalog.Find(from, queries, (int i, in ContentFact fact) => known[i].Add(fact));
        var carried = changes.SelectMany((one, i) => FactsOf(one.File, one.Change, known[i])
            .Select(fact => (one.File.FileSystem, Fact: fact)));
        foreach (var ofFileSystem in carried.ToArray().GroupBy(static one => one.FileSystem, static one => one.Fact))
        {
            catalog.Add(ofFileSystem.Key, ofFileSystem.ToArray());
        }
    }

    private List<ContentFact> FactsOf(FileKey file, Change change, List<ContentFact> known)
    {
        List<ContentFact> carried = [];
        bool isCopy = file != change.Source;
        Digest128 recorded = known.FindLast(static fact => fact.Kind == FactKind.Whole).Value;
        if (isCopy && recorded != default && change.Content != recorded)
        {
            // The disk has damaged the file since it was read, and the copy has the damage.
            known.Clear();
            recorded = default;
        }

        if (isCopy || change.To != change.From)
        {
            // The outcome of a comparison names the states of all files that took part. Texts are carried by "Flush".
            known.RemoveAll(static fact => fact.Kind == FactKind.Comparison || FactRecord.IsText(fact.Kind));
            carried.AddRange(known.Select(fact => fact with { Inode = file.Inode, Stamp = change.To }));
        }

        if (recorded == default && change.Content != default)
        {
            uint now = (uint)catalog.Time.GetUtcNow().ToUnixTimeSeconds();
            carried.Add(new ContentFact(file.Inode, change.To, FactKind.Whole, change.Content, now));
        }

        return carried;
    }

    // A file may have been opened before the last change that was noted, perhaps in the middle of it, and looked at
    // after a further one.
    private Change ChangeTo(FileKey file, in FileFacts facts)
    {
        ulong stamp = ChangeStamp.Of(facts);
        return _changes.TryGetValue(file, out Change known) && known.Includes(stamp, facts.Changed)
            ? known : new Change(file, stamp, facts.Changed, stamp, facts.Changed, default);
    }

    private void Note(FileKey file, in Change change)
    {
        _changes[file] = change;
        if (_changes.Count >= ChangesMax)
        {
            Flush();
        }
    }

    private readonly record struct FileKey(FileSystemIdentity FileSystem, ulong Inode);

    // The facts known of "Source" when its stamp was "From" hold for a file since its stamp is "To". If the source was
    // read completely, "Content" is its digest.
    private readonly record struct Change(
        FileKey Source, ulong From, FileTime Since, ulong To, FileTime Until, Digest128 Content)
    {
        internal bool Includes(ulong stamp, FileTime changed) =>
            stamp == From || stamp == To || (Since <= changed && changed <= Until);
    }
}
