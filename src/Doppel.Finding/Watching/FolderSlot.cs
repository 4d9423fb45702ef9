using Doppel.Hashing;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>
/// An open folder of a <see cref="RememberedVolume"/>, which is opened on the disk only if it must be.
/// </summary>
internal sealed class FolderSlot
{
    private byte[] _path = [];
    private int _length;

    /// <summary>Gets the path. Empty if the folder was opened relative to another one.</summary>
    internal ReadOnlySpan<byte> Path => _path.AsSpan(0, _length);

    /// <summary>Gets the key of the path.</summary>
    internal Digest128 Key { get; private set; }

    internal FileFacts Facts { get; private set; }

    /// <summary>Gets whether a link in the last component of the path is followed.</summary>
    internal LinkPolicy Links { get; private set; }

    /// <summary>Gets or sets the folder as it is open on the disk, or none.</summary>
    internal FolderHandle Real { get; set; }

    internal void Begin(
        ReadOnlySpan<byte> path, Digest128 key, LinkPolicy links, in FileFacts facts, FolderHandle real)
    {
        if (_path.Length < path.Length)
        {
            _path = new byte[Math.Max(256, 2 * path.Length)];
        }

        path.CopyTo(_path);
        (_length, Key, Links, Facts, Real) = (path.Length, key, links, facts, real);
    }
}
