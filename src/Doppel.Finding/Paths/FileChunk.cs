using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.X86;
using Doppel.Pooling;

namespace Doppel.Finding;

/// <summary>A chunk of files, using 14 bytes per file in addition to its name.</summary>
/// <remarks>
/// <para>
/// Adjacent files are mostly in the same folder. Their parent and flags are therefore stored once, in a table of up to
/// 256 places, and each file has a one-byte index into it; a chunk whose table is full accepts no more files. Only
/// every eighth name is stored by number; the others are reached from it. Sizes and inodes take 32 bits; a chunk that
/// needs more adds a column of upper halves. So does a search that keeps complete change stamps.
/// </para>
/// <para>Blocks are contiguous, so memory that a chunk never fills is never touched and takes no space.</para>
/// </remarks>
internal sealed unsafe class FileChunk : NodeChunk
{
    /// <summary>Replaces the size of a file that no longer takes part.</summary>
    internal const long ForgottenSize = -1;

    private const int PlacesMax = 256;
    private const int CacheLineBytes = 64;

    private readonly NameArena _arena;
    private readonly NativeBuffer<FileBlock> _blocks = new(Length >> FileBlock.Shift);
    private readonly NativeBuffer<FilePlace> _places = new(PlacesMax);
    private readonly FileBlock* _firstBlock;
    private NativeBuffer<uint>? _upperSizes;
    private NativeBuffer<uint>? _upperInodes;
    private readonly NativeBuffer<uint>? _upperStamps;
    private uint _upperInode;
    private int _placeCount;
    private bool _anyForgotten;

    internal FileChunk(int firstId, NameArena arena, bool keepsStamps)
        : base(firstId)
    {
        _upperStamps = keepsStamps ? new NativeBuffer<uint>(Length) : null;
        _arena = arena;
        _firstBlock = (FileBlock*)Unsafe.AsPointer(ref MemoryMarshal.GetReference(_blocks.Span));
    }

    internal override long MemoryBytes =>
        ((long)_blocks.Length * sizeof(FileBlock)) + ((long)_places.Length * sizeof(FilePlace))
        + ((_upperSizes?.Length ?? 0L) * sizeof(uint)) + ((_upperInodes?.Length ?? 0L) * sizeof(uint))
        + ((_upperStamps?.Length ?? 0L) * sizeof(uint));

    private Span<FilePlace> Places => _places.Span[.._placeCount];

    public override void Dispose()
    {
        _blocks.Dispose();
        _places.Dispose();
        _upperSizes?.Dispose();
        _upperInodes?.Dispose();
        _upperStamps?.Dispose();
    }

    internal override PathNode NodeAt(int slot)
    {
        ref FileBlock block = ref BlockOf(slot);
        int index = IndexOf(slot);
        return new PathNode(_places[block.Places[index]].Parent, _arena.Following(block.Names, index));
    }

    internal override DeviceMark MarkAt(int slot) => PlaceAt(slot).Mark;

    internal ref FilePlace PlaceAt(int slot) => ref _places[BlockOf(slot).Places[IndexOf(slot)]];

    internal long SizeAt(int slot)
    {
        uint lower = BlockOf(slot).Sizes[IndexOf(slot)];
        return _upperSizes is null ? lower : (long)(((ulong)_upperSizes[slot] << 32) | lower);
    }

    internal ulong InodeAt(int slot)
    {
        uint upper = _upperInodes is null ? _upperInode : _upperInodes[slot];
        return ((ulong)upper << 32) | BlockOf(slot).Inodes[IndexOf(slot)];
    }

    internal ulong StampAt(int slot)
    {
        uint upper = _upperStamps is null ? 0 : _upperStamps[slot];
        return ((ulong)upper << 32) | BlockOf(slot).Stamps[IndexOf(slot)];
    }

    /// <summary>Reduces the stamp of a file to its lower half. Other threads may read it meanwhile.</summary>
    internal void ShortenStamp(int slot)
    {
        if (_upperStamps is not null)
        {
            _upperStamps[slot] = 0;
        }
    }

    /// <summary>Tells the processor that everything about a file but its name is needed soon.</summary>
    internal void Prefetch(int slot)
    {
        if (Sse.IsSupported)
        {
            byte* block = (byte*)(_firstBlock + (slot >> FileBlock.Shift));
            Sse.Prefetch0(block);
            Sse.Prefetch0(block + CacheLineBytes);
        }
    }

    /// <summary>Tells the processor that a file's name is needed soon.</summary>
    internal void PrefetchName(int slot) => _arena.Prefetch(BlockOf(slot).Names);

    /// <summary>
    /// Copies the sizes of all files, with <see cref="ForgottenSize"/> for those that no longer take part.
    /// </summary>
    internal void CopySizes(Span<long> sizes)
    {
        for (int slot = 0; slot < Count; slot++)
        {
            sizes[slot] = BlockOf(slot).Sizes[IndexOf(slot)];
        }

        for (int slot = 0; _upperSizes is not null && slot < Count; slot++)
        {
            sizes[slot] = SizeAt(slot);
        }

        for (int slot = 0; _anyForgotten && slot < Count; slot++)
        {
            sizes[slot] = PlaceAt(slot).IsForgotten ? ForgottenSize : sizes[slot];
        }
    }

    /// <summary>Removes the files directly in the given folders from the search.</summary>
    /// <returns>The number of files removed.</returns>
    internal int Forget(HashSet<PathId> folders)
    {
        int forgotten = 0;
        for (int slot = 0; slot < Count; slot++)
        {
            FilePlace place = PlaceAt(slot);
            forgotten += !place.IsForgotten && folders.Contains(new PathId(place.Parent)) ? 1 : 0;
        }

        foreach (ref FilePlace place in Places)
        {
            place = place with { IsForgotten = place.IsForgotten || folders.Contains(new PathId(place.Parent)) };
        }

        _anyForgotten |= forgotten > 0;
        return forgotten;
    }

    /// <summary>Adds a file if there is room for it and for its place.</summary>
    /// <param name="parent">The folder's id, or -1 minus the root's index for a root.</param>
    /// <param name="name">The name. It is stored only if the file is added.</param>
    /// <param name="row">The file's other metadata.</param>
    /// <param name="names">The writer for the names of this chunk, used for nothing else.</param>
    /// <param name="slot">Receives the file's index in the chunk.</param>
    internal bool TryAdd(int parent, ReadOnlySpan<byte> name, in FileRow row, NameArena.Writer names, out int slot)
    {
        slot = Count;
        if (slot == Length || !TryPlace(new FilePlace(parent, row.Mark, false), out int place))
        {
            return false;
        }

        uint number = names.Add(name);
        ref FileBlock block = ref BlockOf(slot);
        int index = IndexOf(slot);
        if (index == 0)
        {
            block.Names = number;
        }

        block.Sizes[index] = (uint)row.Size;
        block.Inodes[index] = (uint)row.Inode;
        block.Stamps[index] = (uint)row.Stamp;
        if (_upperStamps is not null)
        {
            _upperStamps[slot] = (uint)(row.Stamp >> 32);
        }

        block.Places[index] = (byte)place;
        SetUpper(slot, (uint)(row.Size >> 32), (uint)(row.Inode >> 32));
        Count++;
        return true;
    }

    /// <summary>Sets the size of a file, while no other thread uses the chunk.</summary>
    internal void SetSize(int slot, long size)
    {
        BlockOf(slot).Sizes[IndexOf(slot)] = (uint)size;
        SetUpperSize(slot, (uint)(size >> 32));
    }

    private static int IndexOf(int slot) => slot & (FileBlock.Files - 1);

    private ref FileBlock BlockOf(int slot) => ref _firstBlock[slot >> FileBlock.Shift];

    // Files of one folder are added consecutively, and differ only in whether they have several names.
    private bool TryPlace(FilePlace place, out int number)
    {
        for (number = _placeCount - 1; number >= 0 && _places[number].Parent == place.Parent; number--)
        {
            if (_places[number] == place)
            {
                return true;
            }
        }

        number = _placeCount;
        if (_placeCount == PlacesMax)
        {
            return false;
        }

        _places[_placeCount++] = place;
        return true;
    }

    private void SetUpperSize(int slot, uint size)
    {
        if (size != 0 && _upperSizes is null)
        {
            _upperSizes = new NativeBuffer<uint>(Length);
            _upperSizes.Span.Clear();
        }

        if (_upperSizes is not null)
        {
            _upperSizes[slot] = size;
        }
    }

    private void SetUpper(int slot, uint size, uint inode)
    {
        SetUpperSize(slot, size);

        // If they are not 0, those of adjacent files are mostly equal.
        if (slot == 0)
        {
            _upperInode = inode;
        }
        else if (inode != _upperInode && _upperInodes is null)
        {
            _upperInodes = new NativeBuffer<uint>(Length);
            _upperInodes.Span.Fill(_upperInode);
        }

        if (_upperInodes is not null)
        {
            _upperInodes[slot] = inode;
        }
    }
}

/// <summary>What the index stores about a file in addition to its path.</summary>
/// <param name="Size">The size of the content in bytes.</param>
/// <param name="Inode">The inode number.</param>
/// <param name="Stamp">The size and times; see <see cref="FileStamp"/>.</param>
/// <param name="Mark">The device and flags.</param>
internal readonly record struct FileRow(long Size, ulong Inode, ulong Stamp, DeviceMark Mark);

/// <summary>What the files of one folder have in common.</summary>
/// <param name="Parent">The folder's id, or -1 minus the root's index for a root.</param>
/// <param name="Mark">The device and flags.</param>
/// <param name="IsForgotten">Whether the files no longer take part, because another path represents the folder.</param>
internal readonly record struct FilePlace(int Parent, DeviceMark Mark, bool IsForgotten);
