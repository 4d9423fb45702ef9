using System.Buffers.Binary;
using System.Globalization;
using System.Text;
using Doppel.Volumes;

namespace Doppel.Fleet.Tests;

/// <summary>
/// The disk of a host as a function of numbers: 1,000 files in each folder of <c>/data</c>. No object is kept for a
/// file, so that a test can have millions.
/// </summary>
/// <param name="host">The number of the host.</param>
/// <param name="files">The number of files.</param>
/// <param name="contentOf">
/// The number of the content of a file, which others may have too, or -1 for a file whose size no other file has.
/// </param>
internal sealed class GeneratedVolume(int host, int files, Func<int, int> contentOf) : IVolume
{
    private const int FilesInFolder = 1000;
    private const int SmallestSize = sizeof(long);
    private const int SharedSizes = 4000;
    private const int AloneFrom = 10_000;
    private const int FirstFile = 10_000_000;
    private const ulong Device = 7;

    private static readonly VolumeError s_vanished = new(VolumeErrorKind.Vanished);

    public VolumeError OpenFolder(
        FolderHandle at, ReadOnlySpan<byte> path, LinkPolicy links, out FolderHandle folder, out FileFacts facts)
    {
        int node = Find(at, path);
        folder = new FolderHandle(node);
        facts = node is >= 0 and < FirstFile ? FactsOf(node) : default;
        return node is >= 0 and < FirstFile ? VolumeError.None : s_vanished;
    }

    public VolumeError List(FolderHandle folder, FactFields wanted, IEntryVisitor visitor)
    {
        int folders = (files + FilesInFolder - 1) / FilesInFolder;
        int first = folder.Value == 0 ? 1 : FirstFile + ((folder.Value - 1) * FilesInFolder);
        int count = folder.Value == 0 ? folders : Math.Min(FilesInFolder, files - (first - FirstFile));
        Span<byte> name = stackalloc byte[16];
        for (int node = first; node < first + count; node++)
        {
            int number = folder.Value == 0 ? node - 1 : (node - FirstFile) % FilesInFolder;
            number.TryFormat(name, out int length, "d4", CultureInfo.InvariantCulture);
            FileFacts facts = FactsOf(node);
            if (visitor.Wants(name[..length], facts.Kind))
            {
                visitor.Visit(name[..length], facts);
            }
        }

        return VolumeError.None;
    }

    public VolumeError Stat(
        FolderHandle at, ReadOnlySpan<byte> path, LinkPolicy links, FactFields wanted, out FileFacts facts)
    {
        int node = Find(at, path);
        facts = node >= 0 ? FactsOf(node) : default;
        return node >= 0 ? VolumeError.None : s_vanished;
    }

    public VolumeError OpenFile(FolderHandle at, ReadOnlySpan<byte> path, out FileHandle file, out FileFacts facts)
    {
        int node = Find(at, path);
        file = new FileHandle(node);
        facts = node >= FirstFile ? FactsOf(node) : default;
        return node >= FirstFile ? VolumeError.None : s_vanished;
    }

    public VolumeError Read(FileHandle file, long offset, Span<byte> buffer, out int read)
    {
        int content = contentOf(file.Value - FirstFile);
        Assert.True(content >= 0, "a file whose size no other file has was read");
        Span<byte> all = stackalloc byte[SmallestSize + SharedSizes];
        BinaryPrimitives.WriteInt64LittleEndian(all, content);
        all = all[..SizeOf(content)];
        read = Math.Min(buffer.Length, all.Length - (int)Math.Min(offset, all.Length));
        all.Slice((int)Math.Min(offset, all.Length), read).CopyTo(buffer);
        return VolumeError.None;
    }

    public VolumeError Stat(FileHandle file, out FileFacts facts)
    {
        facts = FactsOf(file.Value);
        return VolumeError.None;
    }

    public VolumeError Extents(FileHandle file, ExtentQuery query, List<FileExtent> extents)
    {
        extents.Clear();
        return new VolumeError(VolumeErrorKind.Unsupported);
    }

    public VolumeError ReadLink(FolderHandle at, ReadOnlySpan<byte> path, out byte[] target)
    {
        target = [];
        return s_vanished;
    }

    public void Close(FileHandle file)
    {
    }

    public void Close(FolderHandle folder)
    {
    }

    public MountFacts MountOf(FolderHandle folder) => new()
    {
        Device = Device,
        Identity = new FileSystemIdentity(Device, 0),
        MountPoint = "/",
        FileSystem = "generated",
        DeviceKind = DeviceKind.Memory,
        Traits = FileSystemTraits.HardLinks | FileSystemTraits.TrustedIds,
        SectorBytes = 512,
    };

    public string Describe(VolumeError failure) => failure.Kind.ToString();

    public VolumeError Probe(FolderHandle at, ReadOnlySpan<byte> path, out TimeSpan latency)
    {
        latency = default;
        return new VolumeError(VolumeErrorKind.Unsupported);
    }

    private static int SizeOf(int content) => SmallestSize + (content % SharedSizes);

    private FileFacts FactsOf(int node)
    {
        int file = node - FirstFile;
        int content = file < 0 ? -1 : contentOf(file);
        return new FileFacts
        {
            Kind = file < 0 ? EntryKind.Folder : EntryKind.File,
            Device = Device,
            Inode = (ulong)node + 2,
            Links = 1,
            Mode = 0x1A4, // 0644
            Size = content >= 0 ? SizeOf(content) : AloneFrom + ((long)host * files) + file,
            Modified = new FileTime(1_700_000_000, 0),
            Changed = new FileTime(1_700_000_000, 0),
        };
    }

    // 0 is /data, then come its folders, then the files; -1 is nothing.
    private static int Find(FolderHandle at, ReadOnlySpan<byte> path)
    {
        int node = at == FolderHandle.None ? -1 : at.Value;
        foreach (Range part in path.Split((byte)'/'))
        {
            ReadOnlySpan<byte> name = path[part];
            if (name.IsEmpty)
            {
                continue;
            }

            if (node < 0)
            {
                node = name.SequenceEqual("data"u8) ? 0 : throw new ArgumentException(Encoding.UTF8.GetString(path));
                continue;
            }

            int number = int.Parse(name, CultureInfo.InvariantCulture);
            node = node == 0 ? 1 + number : FirstFile + ((node - 1) * FilesInFolder) + number;
        }

        return node;
    }
}
