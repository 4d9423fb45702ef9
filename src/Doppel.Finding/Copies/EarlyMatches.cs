using Doppel.Catalog;
using Doppel.Hashing;
using Doppel.Pooling;

namespace Doppel.Finding;

/// <summary>
/// What the files of lists of digests turned out to be, and what was read of files on disks before files are grouped by
/// size.
/// </summary>
/// <remarks>By name, since it is known before the names of an inode are combined. 19 bytes for each.</remarks>
internal sealed class EarlyMatches : IDisposable
{
    private readonly NativeBuffer<Digest128> _digests = new(0);
    private readonly NativeBuffer<Mark> _marks = new(0);

    private enum State : byte
    {
        Nothing,

        /// <summary>The name is on a list, and the XXH3-128 digest of its content is known.</summary>
        Content,

        /// <summary>The name is on a list, and only a digest of another kind is known.</summary>
        Key,

        /// <summary>The name is on a disk, and its file was read to compare it with lists.</summary>
        Read,

        /// <summary>The name is on a disk, and its file was read before saved volumes were listed.</summary>
        ReadFirst,

        /// <summary>The name is on a disk, and the catalog knew its file before saved volumes were listed.</summary>
        Known,

        /// <summary>The name is on a disk, and its file could not be read before saved volumes were listed.</summary>
        Failed,
    }

    /// <summary>Gets whether nothing is noted.</summary>
    internal bool IsEmpty => _marks.Length == 0;

    /// <summary>Gets or sets what was read, and what the catalog knew before saved volumes were listed.</summary>
    internal ReadTotals Read { get; set; }

    /// <summary>Gets or sets what reading files showed about shared extents, or null. Disposed with this.</summary>
    internal ExtentMaps? Extents { get; set; }

    /// <summary>
    /// Gets or sets the number of names on lists that are not compared: different files have the listed digest, or
    /// files on disks could not be read.
    /// </summary>
    internal long Undecided { get; set; }

    /// <summary>
    /// Gets or sets the number of names on lists about which the source of the list was not asked.
    /// </summary>
    internal long Unanswered { get; set; }

    /// <summary>
    /// Gets or sets the number of names on lists that are not compared, because their digest is that of another file,
    /// but not trusted as a proof.
    /// </summary>
    internal long Unproven { get; set; }

    /// <summary>
    /// Gets or sets the number of names on lists alone that are not compared with others of their size, because their
    /// digests are by different hash functions.
    /// </summary>
    internal long Incomparable { get; set; }

    /// <summary>Gets or sets the bytes that would have to be read to compare them.</summary>
    internal long IncomparableBytes { get; set; }

    public void Dispose()
    {
        _digests.Dispose();
        _marks.Dispose();
        Extents?.Dispose();
    }

    /// <summary>Frees the digests, after which <see cref="TryGet"/> must not be called.</summary>
    internal void ForgetDigests() => _digests.Dispose();

    /// <summary>Makes room for notes about the names that were added to the tree since.</summary>
    internal void Grow(PathTree tree)
    {
        int before = _marks.Length;
        int names = tree.Chunks.Length * NodeChunk.Length;
        if (names > before)
        {
            _digests.Resize(names);
            _marks.Resize(names);
            _marks.Span[before..].Clear();
        }
    }

    /// <summary>Notes the XXH3-128 digest and the listed kind of digest of a name on a list.</summary>
    internal void SetContent(PathId name, Digest128 digest, DigestAlgorithm by) =>
        Set(name, digest, new Mark(State.Content, by, HasSize: true));

    /// <summary>Notes that a name on a list can be compared only with others on saved volumes.</summary>
    internal void SetKey(PathId name, ListedDigest listed, bool hasSize)
    {
        if (listed.Algorithm == DigestAlgorithm.Xxh3)
        {
            Set(name, listed.Value, new Mark(State.Content, listed.Algorithm, hasSize));
            return;
        }

        Set(name, KeyOf(listed), new Mark(State.Key, listed.Algorithm, hasSize));
    }

    /// <summary>Returns what stands for a content of which only a digest by another hash function is known.</summary>
    internal static Digest128 KeyOf(ListedDigest listed)
    {
        Span<byte> bytes = stackalloc byte[Digest128.ByteCount];
        listed.Value.WriteBytes(bytes);
        return Xxh3.Hash128(bytes, (ulong)listed.Algorithm);
    }

    /// <summary>Notes the digest of a file on a disk that was read to compare it with lists.</summary>
    internal void SetRead(PathId name, Digest128 digest) => Set(name, digest, State.Read);

    /// <summary>Notes the digest of a file on a disk that was read before saved volumes were listed.</summary>
    internal void SetReadFirst(PathId name, Digest128 digest) => Set(name, digest, State.ReadFirst);

    /// <summary>Notes the digest of a file that the catalog knew before saved volumes were listed.</summary>
    internal void SetKnown(PathId name, Digest128 digest) => Set(name, digest, State.Known);

    /// <summary>Notes that a file could not be read before saved volumes were listed.</summary>
    internal void SetFailed(PathId name) => Set(name, default, State.Failed);

    /// <summary>Gets what stands for the content of a name, in comparisons with others of its size.</summary>
    internal bool TryGet(PathId name, out Digest128 digest)
    {
        bool isKnown = StateOf(name) is not (State.Nothing or State.Failed);
        digest = isKnown ? _digests[name.Value] : default;
        return isKnown;
    }

    /// <summary>Returns whether the file of a name was read.</summary>
    internal bool IsRead(PathId name) => StateOf(name) is State.Read or State.ReadFirst;

    /// <summary>Returns whether the file of a name was read without looking at its extents.</summary>
    internal bool IsUnmapped(PathId name) => StateOf(name) == State.Read;

    /// <summary>Returns whether the catalog knew the file of a name before saved volumes were listed.</summary>
    internal bool IsKnown(PathId name) => StateOf(name) == State.Known;

    /// <summary>
    /// Returns whether the file of a name, which is on a disk, need not be read again: it was read or known, or failed.
    /// </summary>
    internal bool IsDone(PathId name) => StateOf(name) is State.Read or State.ReadFirst or State.Known or State.Failed;

    /// <summary>Returns whether the content of a name is not known, only its digest of another kind.</summary>
    internal bool IsKey(PathId name) => StateOf(name) == State.Key;

    /// <summary>Returns whether the size of a name is known. That of a name on a list alone need not be.</summary>
    internal bool HasSize(PathId name) => MarkOf(name) is { State: State.Nothing } or { HasSize: true };

    /// <summary>Gets the hash function that a name on a list was compared by.</summary>
    internal bool TryGetAlgorithm(PathId name, out DigestAlgorithm algorithm)
    {
        algorithm = MarkOf(name).Algorithm;
        return algorithm is not (default(DigestAlgorithm) or DigestAlgorithm.Xxh3);
    }

    // Of names that were added to the tree later, nothing is noted.
    private Mark MarkOf(PathId name) => name.Value < _marks.Length ? _marks[name.Value] : default;

    private State StateOf(PathId name) => MarkOf(name).State;

    private void Set(PathId name, Digest128 digest, State state) =>
        Set(name, digest, new Mark(state, default, HasSize: true));

    private void Set(PathId name, Digest128 digest, Mark mark) =>
        (_digests[name.Value], _marks[name.Value]) = (digest, mark);

    private readonly record struct Mark(State State, DigestAlgorithm Algorithm, bool HasSize);
}
