using Doppel.Catalog;
using Doppel.Hashing;

namespace Doppel.Finding;

/// <summary>The ends of the files on disks that have one size.</summary>
/// <param name="bytes">The number of bytes of an end.</param>
internal sealed class ListedEnds(int bytes) : IListedEnds
{
    private readonly HashSet<ulong> _firsts = [];
    private readonly HashSet<Digest128> _both = [];

    public int Bytes => bytes;

    public bool MayBegin(ReadOnlySpan<byte> first) => _firsts.Contains(EndsDigest.Of(first));

    public bool MayBe(ReadOnlySpan<byte> first, ReadOnlySpan<byte> last) =>
        _both.Contains(EndsDigest.Of(EndsDigest.Of(first), EndsDigest.Of(last)));

    /// <summary>Adds the ends of a file. Must not be called while another thread asks.</summary>
    internal void Add(Digest128 ends)
    {
        _firsts.Add(ends.High);
        _both.Add(ends);
    }
}
