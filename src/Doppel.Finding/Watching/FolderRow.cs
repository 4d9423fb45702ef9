using System.Runtime.InteropServices;
using Doppel.Hashing;

namespace Doppel.Finding;

/// <summary>A folder that has been listed, with its listing in unmanaged memory.</summary>
internal unsafe struct FolderRow
{
    private byte* _listing;
    private int _bytes;

    /// <summary>The key of its path.</summary>
    internal Digest128 Key;

    internal ulong Device;
    internal ulong Inode;

    /// <summary>The number of its watch, or -1.</summary>
    internal int Watch;

    /// <summary>Whether the listing is still what is in the folder, as far as was reported.</summary>
    internal bool IsFresh;

    /// <summary>Gets the listing. See <see cref="RememberedEntry"/>.</summary>
    internal readonly ReadOnlySpan<byte> Listing => new(_listing, _bytes);

    /// <summary>Replaces the listing.</summary>
    internal void Keep(ReadOnlySpan<byte> listing)
    {
        NativeMemory.Free(_listing);
        _listing = listing.IsEmpty ? null : (byte*)NativeMemory.Alloc((nuint)listing.Length);
        _bytes = listing.Length;
        listing.CopyTo(new Span<byte>(_listing, _bytes));
    }

    /// <summary>Frees the listing.</summary>
    internal void Free() => Keep([]);
}
