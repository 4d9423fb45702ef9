using Doppel.Hashing;

namespace Doppel.Finding;

/// <summary>Stands for an absolute path: a digest that can be continued with a further name.</summary>
internal static class FolderKey
{
    /// <summary>Returns the key of a path.</summary>
    internal static Digest128 Of(ReadOnlySpan<byte> path)
    {
        Digest128 key = default;
        while (!path.IsEmpty)
        {
            int end = path.IndexOf((byte)'/');
            ReadOnlySpan<byte> name = end < 0 ? path : path[..end];
            key = name.IsEmpty ? key : Of(key, name);
            path = path[(end < 0 ? path.Length : end + 1)..];
        }

        return key;
    }

    /// <summary>Returns the key of an entry of a folder.</summary>
    internal static Digest128 Of(Digest128 folder, ReadOnlySpan<byte> name)
    {
        Digest128 own = Xxh3.Hash128(name, folder.Low);
        return new Digest128(own.High ^ folder.High, own.Low);
    }

    /// <summary>Returns the key of the folder that contains a path.</summary>
    internal static Digest128 OfParent(ReadOnlySpan<byte> path) => Of(path[..Math.Max(0, path.LastIndexOf((byte)'/'))]);
}
