using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Doppel.Hashing;
using Doppel.Pooling;
using Doppel.Reports;

namespace Doppel.Finding;

/// <summary>The groups of a search as the catalog keeps them: which files had the same content.</summary>
/// <remarks>
/// In bytes: a head, a number for each file system, a row for each group, and a row for each of their members in the
/// order of the groups. Names are not kept, since the next search lists them.
/// </remarks>
internal readonly ref struct LastSearchGroups
{
    internal required LastSearchHead Head { get; init; }

    /// <summary>Gets a lasting number for each file system.</summary>
    internal required ReadOnlySpan<ulong> FileSystems { get; init; }

    internal required ReadOnlySpan<LastSearchGroup> Groups { get; init; }

    internal required ReadOnlySpan<LastSearchMember> Members { get; init; }

    /// <summary>Returns all parts as bytes.</summary>
    internal NativeBuffer<byte> ToBytes()
    {
        ReadOnlySpan<byte> head = MemoryMarshal.AsBytes(new ReadOnlySpan<LastSearchHead>([Head]));
        ReadOnlySpan<byte> fileSystems = MemoryMarshal.AsBytes(FileSystems);
        ReadOnlySpan<byte> groups = MemoryMarshal.AsBytes(Groups);
        ReadOnlySpan<byte> members = MemoryMarshal.AsBytes(Members);
        var bytes = new NativeBuffer<byte>(checked(head.Length + fileSystems.Length + groups.Length + members.Length));
        Span<byte> rest = bytes.Span;
        Put(head, ref rest);
        Put(fileSystems, ref rest);
        Put(groups, ref rest);
        Put(members, ref rest);
        return bytes;
    }

    /// <summary>Reads what <see cref="ToBytes"/> has written.</summary>
    /// <returns>Whether all parts are there and agree with each other.</returns>
    internal static bool TryRead(ReadOnlySpan<byte> bytes, out LastSearchGroups kept)
    {
        kept = default;
        if (!TryTake(ref bytes, 1, out ReadOnlySpan<LastSearchHead> head)
            || !TryTake(ref bytes, head[0].FileSystems, out ReadOnlySpan<ulong> fileSystems)
            || !TryTake(ref bytes, head[0].Groups, out ReadOnlySpan<LastSearchGroup> groups)
            || !TryTake(ref bytes, head[0].Members, out ReadOnlySpan<LastSearchMember> members) || !bytes.IsEmpty)
        {
            return false;
        }

        kept = new LastSearchGroups { Head = head[0], FileSystems = fileSystems, Groups = groups, Members = members };
        long count = 0;
        foreach (LastSearchGroup group in groups)
        {
            count += group.Count;
            if (group.Count < 2 || (Proof)group.Proof is not (Proof.Digest or Proof.Bytes))
            {
                return false;
            }
        }

        foreach (LastSearchMember member in members)
        {
            if (member.FileSystem >= fileSystems.Length)
            {
                return false;
            }
        }

        return count == members.Length;
    }

    private static void Put(ReadOnlySpan<byte> part, ref Span<byte> rest)
    {
        part.CopyTo(rest);
        rest = rest[part.Length..];
    }

    private static bool TryTake<T>(scoped ref ReadOnlySpan<byte> bytes, int count, out ReadOnlySpan<T> items)
        where T : unmanaged
    {
        long length = (long)count * Unsafe.SizeOf<T>();
        bool isThere = count >= 0 && length <= bytes.Length;
        items = isThere ? MemoryMarshal.Cast<byte, T>(bytes[..(int)length]) : default;
        bytes = isThere ? bytes[(int)length..] : bytes;
        return isThere;
    }
}

/// <summary>What is kept of a whole search.</summary>
/// <param name="Seed">The seed of the listing's digest.</param>
/// <param name="Listing">The digest of all files that were listed; see <see cref="ListingDigest"/>.</param>
/// <param name="Compared">The number of files that had to be compared with others.</param>
/// <param name="Files">The number of names listed.</param>
/// <param name="FileSystems">The number of file systems.</param>
/// <param name="Groups">The number of groups.</param>
/// <param name="Members">The number of files in groups.</param>
[StructLayout(LayoutKind.Sequential, Pack = sizeof(int))]
internal readonly record struct LastSearchHead(
    ulong Seed, Digest128 Listing, long Compared, long Files, int FileSystems, int Groups, int Members);

/// <summary>A group.</summary>
/// <param name="Digest">The digest of its content, or 0 if it was not computed.</param>
/// <param name="Count">The number of its members.</param>
/// <param name="Proof">How equality was proved, as the number of a <see cref="Reports.Proof"/>.</param>
[StructLayout(LayoutKind.Sequential, Pack = sizeof(int))]
internal readonly record struct LastSearchGroup(Digest128 Digest, int Count, int Proof);

/// <summary>A file in a group.</summary>
/// <param name="Inode">The inode number.</param>
/// <param name="FileSystem">The index of its file system.</param>
[StructLayout(LayoutKind.Sequential, Pack = sizeof(int))]
internal readonly record struct LastSearchMember(ulong Inode, uint FileSystem);
