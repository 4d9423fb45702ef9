using System.Text;

namespace Doppel.Volumes;

/// <summary>
/// Finds the names of entries as their folders list them. Where case is ignored, other spellings lead to them too.
/// </summary>
internal static class OwnNames
{
    /// <summary>Returns a path in which each component is spelled as its folder lists it.</summary>
    /// <param name="volume">The volume.</param>
    /// <param name="path">An absolute path that leads through no symbolic link.</param>
    /// <param name="from">The length of the part of the path to leave as it is, such as its mount point.</param>
    internal static byte[] Of(IVolume volume, byte[] path, int from)
    {
        byte[] own = [.. path];
        while (from < path.Length)
        {
            int start = path[from] == '/' ? from + 1 : from;
            int length = path.AsSpan(start).IndexOf((byte)'/');
            int end = length < 0 ? path.Length : start + length;
            ReadOnlySpan<byte> folder = own.AsSpan(0, Math.Max(1, start - 1));
            if (volume.OpenFolder(FolderHandle.None, folder, LinkPolicy.Stay, out FolderHandle handle, out _).Failed)
            {
                return own;
            }

            OwnNameOf(volume, handle, path.AsSpan(start, end - start)).CopyTo(own, start);
            volume.Close(handle);
            from = end;
        }

        return own;
    }

    // A name that exists in one case only is looked up in no list. Where another case exists too, the list decides
    // whether it is the same entry.
    private static byte[] OwnNameOf(IVolume volume, FolderHandle folder, ReadOnlySpan<byte> name)
    {
        byte[] given = name.ToArray();
        byte[] other = OtherCaseOf(given);
        if (other.AsSpan().SequenceEqual(given)
            || volume.Stat(folder, other, LinkPolicy.Stay, FactFields.None, out _).Failed)
        {
            return given;
        }

        var lister = new Lister(given);
        _ = volume.List(folder, FactFields.None, lister);
        return lister.Own ?? given;
    }

    // One letter in the other case is enough to tell. Names that are not UTF-8 have no case where it is ignored.
    private static byte[] OtherCaseOf(byte[] name)
    {
        string text = Encoding.UTF8.GetString(name);
        for (int i = 0; i < text.Length; i++)
        {
            char upper = char.ToUpperInvariant(text[i]);
            char other = upper == text[i] ? char.ToLowerInvariant(text[i]) : upper;
            byte[] bytes = Encoding.UTF8.GetBytes([.. text[..i], other, .. text[(i + 1)..]]);
            if (other != text[i] && bytes.Length == name.Length)
            {
                return bytes;
            }
        }

        return name;
    }

    // The name itself, if the folder lists it, or else the only one that differs in case alone.
    private sealed class Lister(byte[] given) : IEntryVisitor
    {
        private readonly string _folded = Fold(given);
        private byte[]? _alike;
        private bool _isListed;
        private bool _isUnclear;

        internal byte[]? Own => _isListed || _isUnclear ? null : _alike;

        bool IEntryVisitor.Wants(ReadOnlySpan<byte> name, EntryKind kind)
        {
            _isListed |= name.SequenceEqual(given);
            if (!_isListed && name.Length == given.Length && Fold(name) == _folded)
            {
                _isUnclear |= _alike is not null;
                _alike = name.ToArray();
            }

            return false;
        }

        void IEntryVisitor.Visit(ReadOnlySpan<byte> name, in FileFacts facts)
        {
        }

        void IEntryVisitor.Fail(ReadOnlySpan<byte> name, VolumeError failure)
        {
        }

        private static string Fold(ReadOnlySpan<byte> name) => Encoding.UTF8.GetString(name).ToUpperInvariant();
    }
}
