using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>Reads the entries of a remembered listing one after the other.</summary>
/// <remarks>
/// An entry is its kind, its flags, the length of its name, what is known about it, and its name. That is 60 bytes
/// beside the name for a file, and 12 for a folder.
/// </remarks>
internal ref struct RememberedEntry(ReadOnlySpan<byte> listing, ulong device)
{
    private const byte IsMountRoot = 1;
    private const byte IsOffline = 2;
    private const byte HasDevice = 4;

    private ReadOnlySpan<byte> _rest = listing;

    /// <summary>Gets the kind of the current entry.</summary>
    internal EntryKind Kind { get; private set; }

    /// <summary>Gets the name of the current entry.</summary>
    internal ReadOnlySpan<byte> Name { get; private set; }

    /// <summary>Gets what is known about the current entry.</summary>
    internal FileFacts Facts { get; private set; }

    /// <summary>Gets whether there may be more below this entry.</summary>
    internal readonly bool MayHoldMore => Kind is EntryKind.Folder or EntryKind.Link;

    /// <summary>Adds an entry to a listing.</summary>
    /// <param name="listing">The listing.</param>
    /// <param name="name">The name.</param>
    /// <param name="facts">The size, identity and times; for all but files only the kind and the inode.</param>
    /// <param name="device">The device of the folder.</param>
    internal static void Add(NativeList<byte> listing, ReadOnlySpan<byte> name, in FileFacts facts, ulong device)
    {
        bool isFile = facts.Kind == EntryKind.File;
        bool isElsewhere = isFile && facts.Device != device;
        int flags = Flag(facts.IsMountRoot, IsMountRoot) | Flag(facts.Offline, IsOffline)
            | Flag(isElsewhere, HasDevice);
        listing.AddRange([(byte)facts.Kind, (byte)flags, (byte)name.Length, (byte)(name.Length >> 8)]);
        if (isFile)
        {
            var record = new FileRecord(facts);
            listing.AddRange(MemoryMarshal.AsBytes(new ReadOnlySpan<FileRecord>(in record)));
        }
        else
        {
            ulong inode = facts.Inode;
            listing.AddRange(MemoryMarshal.AsBytes(new ReadOnlySpan<ulong>(in inode)));
        }

        if (isElsewhere)
        {
            ulong own = facts.Device;
            listing.AddRange(MemoryMarshal.AsBytes(new ReadOnlySpan<ulong>(in own)));
        }

        listing.AddRange(name);
    }

    /// <summary>Moves to the next entry.</summary>
    /// <returns>False after the last one.</returns>
    internal bool Next()
    {
        if (_rest.IsEmpty)
        {
            return false;
        }

        Kind = (EntryKind)_rest[0];
        byte flags = _rest[1];
        int length = _rest[2] | (_rest[3] << 8);
        _rest = _rest[4..];
        FileFacts facts = Kind == EntryKind.File
            ? Take<FileRecord>().ToFacts(device)
            : new FileFacts { Inode = Take<ulong>() };
        facts.Kind = Kind;
        facts.IsMountRoot = (flags & IsMountRoot) != 0;
        facts.Offline = (flags & IsOffline) != 0;
        if ((flags & HasDevice) != 0)
        {
            facts.Device = Take<ulong>();
        }

        Facts = facts;
        Name = _rest[..length];
        _rest = _rest[length..];
        return true;
    }

    private static int Flag(bool isSet, int flag) => isSet ? flag : 0;

    private T Take<T>()
        where T : unmanaged
    {
        T value = MemoryMarshal.Read<T>(_rest);
        _rest = _rest[Unsafe.SizeOf<T>()..];
        return value;
    }

    /// <summary>What is remembered about a file: 56 bytes.</summary>
    [StructLayout(LayoutKind.Sequential, Pack = 4)]
    private readonly struct FileRecord(in FileFacts facts)
    {
        private readonly long _size = facts.Size;
        private readonly ulong _inode = facts.Inode;
        private readonly long _modified = facts.Modified.Seconds;
        private readonly long _changed = facts.Changed.Seconds;
        private readonly long _born = facts.Born.Seconds;
        private readonly uint _links = facts.Links;
        private readonly int _modifiedNanoseconds = facts.Modified.Nanoseconds;
        private readonly int _changedNanoseconds = facts.Changed.Nanoseconds;
        private readonly int _bornNanoseconds = facts.Born.Nanoseconds;

        public FileFacts ToFacts(ulong device) => new()
        {
            Size = _size,
            Device = device,
            Inode = _inode,
            Links = _links,
            Modified = new FileTime(_modified, _modifiedNanoseconds),
            Changed = new FileTime(_changed, _changedNanoseconds),
            Born = new FileTime(_born, _bornNanoseconds),
        };
    }
}
