using System.Text;

namespace Doppel.Lab;

/// <summary>The instructions for the process that performs a run.</summary>
internal sealed record RunSpec
{
    // Changes whenever the data that follows does, so that a child of another version reports the mismatch.
    private const int Form = 0x444C0002;

    /// <summary>Gets the name of the strategy.</summary>
    internal required string Strategy { get; init; }

    /// <summary>Gets what is cached in memory when the run starts.</summary>
    internal required Temperature Temperature { get; init; }

    /// <summary>Gets the kernel's name of the disk whose requests are counted; empty if there is none.</summary>
    internal string Disk { get; init; } = "";

    /// <summary>Gets the maximum size of the managed heap in bytes, or 0 for the machine's limit.</summary>
    internal required long HeapBytesMax { get; init; }

    /// <summary>
    /// Gets whether what the strategy may hold at the same time exceeds the heap limit. Only the parent needs it.
    /// </summary>
    internal bool MayRunOutOfMemory { get; init; }

    internal required IReadOnlyList<LabFile> Files { get; init; }

    /// <summary>Writes the instructions for <see cref="Read"/>.</summary>
    internal void Write(Stream stream)
    {
        using var writer = new BinaryWriter(stream, Encoding.UTF8, leaveOpen: true);
        writer.Write(Form);
        writer.Write(Strategy);
        writer.Write((byte)Temperature);
        writer.Write(Disk);
        writer.Write(HeapBytesMax);
        writer.Write(Files.Count);
        foreach (LabFile file in Files)
        {
            writer.Write(file.Path.Length);
            writer.Write(file.Path);
            writer.Write(file.Size);
            writer.Write(file.Inode);
        }
    }

    /// <summary>Reads the instructions that <see cref="Write"/> wrote.</summary>
    /// <exception cref="IOException">The data is invalid or incomplete.</exception>
    internal static RunSpec Read(Stream stream)
    {
        using var reader = new BinaryReader(stream, Encoding.UTF8, leaveOpen: true);
        if (reader.ReadInt32() != Form)
        {
            throw new IOException("a run of another version");
        }

        string strategy = reader.ReadString();
        var temperature = (Temperature)reader.ReadByte();
        string disk = reader.ReadString();
        long heapBytesMax = reader.ReadInt64();
        var files = new LabFile[reader.ReadInt32()];
        for (int i = 0; i < files.Length; i++)
        {
            byte[] path = reader.ReadBytes(reader.ReadInt32());
            files[i] = new LabFile(path, reader.ReadInt64(), reader.ReadUInt64());
        }

        return new RunSpec
        {
            Strategy = strategy,
            Temperature = temperature,
            Disk = disk,
            HeapBytesMax = heapBytesMax,
            Files = files,
        };
    }
}
