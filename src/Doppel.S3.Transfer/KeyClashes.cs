using System.Runtime.InteropServices;
using Doppel.Hashing;

namespace Doppel.S3.Transfer;

/// <summary>Finds keys of a listing that cannot all become files, before any of them is written.</summary>
/// <remarks>
/// Checks the keys in listing order, so that the result does not depend on which download is faster. Not thread-safe.
/// </remarks>
/// <param name="folder">The target folder of the downloads.</param>
internal sealed class KeyClashes(DownloadFolder folder)
{
    // Keys that may be parents of the next ones. In listing order, each of them starts with the previous one.
    private readonly Stack<string> _above = new();

    // Stores digests, because a listing may contain millions of keys.
    private readonly HashSet<Digest128> _withoutCase = [];

    /// <summary>Checks the next key.</summary>
    /// <param name="name">The key without the prefix of the folder itself.</param>
    /// <returns>Why the key cannot be written; null if no other key conflicts with it.</returns>
    internal string? ReasonAgainst(string name)
    {
        while (_above.TryPeek(out string? last) && !name.StartsWith(last, StringComparison.Ordinal))
        {
            _above.Pop();
        }

        foreach (string above in _above)
        {
            if (name.Length > above.Length && name[above.Length] == '/' && !folder.HasFolder(above.Split('/')))
            {
                return $"the object '{above}' is downloaded as a file and cannot also be a folder";
            }
        }

        if (!S3KeyPath.TrySplit(name, OperatingSystem.IsWindows(), out _, out _))
        {
            return null;
        }

        _above.Push(name);
        ReadOnlySpan<char> upper = name.ToUpperInvariant();
        return _withoutCase.Add(Xxh3.Hash128(MemoryMarshal.AsBytes(upper))) || !folder.IgnoresCase
            ? null
            : "the name differs only in case from another file of this run";
    }
}
