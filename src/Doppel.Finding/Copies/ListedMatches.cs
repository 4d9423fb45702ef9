using Doppel.Catalog;
using Doppel.Hashing;
using Doppel.Pooling;

namespace Doppel.Finding;

/// <summary>
/// What the files of lists of digests turned out to be, and what was read of files on disks to find that out.
/// </summary>
/// <remarks>By name, since it is known before the names of an inode are combined. 19 bytes for each.</remarks>
internal sealed class ListedMatches : IDisposable
{
    private readonly NativeBuffer<Digest128> _digests;
    private readonly NativeBuffer<Mark> _marks;

    internal ListedMatches(PathTree tree)
    {
        int names = tree.Chunks.Length * NodeChunk.Length;
        _digests = new NativeBuffer<Digest128>(names);
        _marks = new NativeBuffer<Mark>(names);
        _marks.Span.Clear();
    }

    private enum State : byte
    {
        Nothing,

        /// <summary>The name is on a list, and the XXH3-128 digest of its content is known.</summary>
        Content,

        /// <summary>The name is on a list, and only a digest of another kind is known.</summary>
        Key,

        /// <summary>The name is on a disk, and its file was read.</summary>
        Read,
    }

    /// <summary>Gets the number of times a file was opened.</summary>
    internal long Opened { get; set; }

    /// <summary>Gets the number of bytes of content read.</summary>
    internal long BytesRead { get; set; }

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

    /// <summary>Notes the digest of a file on a disk that was read.</summary>
    internal void SetRead(PathId name, Digest128 digest) =>
        Set(name, digest, new Mark(State.Read, default, HasSize: true));

    /// <summary>Gets what stands for the content of a name, in comparisons with others of its size.</summary>
    internal bool TryGet(PathId name, out Digest128 digest)
    {
        bool isKnown = _marks[name.Value].State != State.Nothing;
        digest = isKnown ? _digests[name.Value] : default;
        return isKnown;
    }

    /// <summary>Returns whether the file of a name was read.</summary>
    internal bool IsRead(PathId name) => _marks[name.Value].State == State.Read;

    /// <summary>Returns whether the content of a name is not known, only its digest of another kind.</summary>
    internal bool IsKey(PathId name) => _marks[name.Value].State == State.Key;

    /// <summary>Returns whether the size of a name is known. That of a name on a list alone need not be.</summary>
    internal bool HasSize(PathId name) => _marks[name.Value] is { State: State.Nothing } or { HasSize: true };

    /// <summary>Gets the hash function that a name on a list was compared by.</summary>
    internal bool TryGetAlgorithm(PathId name, out DigestAlgorithm algorithm)
    {
        algorithm = _marks[name.Value].Algorithm;
        return algorithm is not (default(DigestAlgorithm) or DigestAlgorithm.Xxh3);
    }

    private void Set(PathId name, Digest128 digest, Mark mark) =>
        (_digests[name.Value], _marks[name.Value]) = (digest, mark);

    private readonly record struct Mark(State State, DigestAlgorithm Algorithm, bool HasSize);
}
