using Doppel.Volumes;

namespace Doppel.Testing;

/// <summary>An inode of a <see cref="MemoryVolume"/>: a file, folder, link or special, whatever its names.</summary>
/// <remarks>Thread-safe: each property is read and set whole.</remarks>
public sealed class MemoryNode
{
    private readonly Lock _gate = new();
    private FileFacts _facts;
    private byte[] _content = [];
    private ContentSource? _source;
    private VolumeError _failure;
    private VolumeError _statFailure;
    private VolumeError _writersError;

    internal MemoryNode(EntryKind kind, ulong device, ulong inode, MemoryNode? parent)
    {
        Parent = parent;
        var born = new FileTime(1_700_000_000 + (long)inode, 123_456_789);
        _facts = new FileFacts
        {
            Kind = kind,
            Device = device,
            Inode = inode,
            Links = 1,
            Mode = kind == EntryKind.Folder ? 0x1EDu : 0x1A4u, // 0755 and 0644
            Owner = 1000,
            Group = 1000,
            Modified = born,
            Changed = born,
            Born = born,
        };
        if (kind == EntryKind.Folder)
        {
            Entries = [];
        }
    }

    /// <summary>What it is. Never changes; another kind is another node.</summary>
    public EntryKind Kind => _facts.Kind;

    /// <summary>Its facts as a volume tells them.</summary>
    public FileFacts Facts
    {
        get
        {
            lock (_gate)
            {
                return _facts;
            }
        }
    }

    /// <summary>The device number.</summary>
    public ulong Device { get => Facts.Device; set => Change((ref FileFacts facts) => facts.Device = value); }

    /// <summary>The inode number.</summary>
    public ulong Inode { get => Facts.Inode; set => Change((ref FileFacts facts) => facts.Inode = value); }

    /// <summary>How many names it has.</summary>
    public uint Links { get => Facts.Links; set => Change((ref FileFacts facts) => facts.Links = value); }

    /// <summary>When the content was last changed.</summary>
    public FileTime Modified { get => Facts.Modified; set => Change((ref FileFacts facts) => facts.Modified = value); }

    /// <summary>When the inode was last changed.</summary>
    public FileTime Changed { get => Facts.Changed; set => Change((ref FileFacts facts) => facts.Changed = value); }

    /// <summary>When it was made.</summary>
    public FileTime Born { get => Facts.Born; set => Change((ref FileFacts facts) => facts.Born = value); }

    /// <summary>Permission bits. They are told, not enforced: see <see cref="Failure"/>.</summary>
    public uint Mode { get => Facts.Mode; set => Change((ref FileFacts facts) => facts.Mode = value); }

    /// <summary>User id of the owner.</summary>
    public uint Owner { get => Facts.Owner; set => Change((ref FileFacts facts) => facts.Owner = value); }

    /// <summary>Group id.</summary>
    public uint Group { get => Facts.Group; set => Change((ref FileFacts facts) => facts.Group = value); }

    /// <summary>Whether the content lies elsewhere; opening is then refused.</summary>
    public bool Offline { get => Facts.Offline; set => Change((ref FileFacts facts) => facts.Offline = value); }

    /// <summary>Whether something is mounted here.</summary>
    public bool IsMountRoot
    {
        get => Facts.IsMountRoot;
        set => Change((ref FileFacts facts) => facts.IsMountRoot = value);
    }

    /// <summary>Whether listings tell its kind as unknown, as some file systems do.</summary>
    public bool ListedAsUnknown { get; set; }

    /// <summary>Where it is said to lie on the device. Default: null, which nobody can tell.</summary>
    public IReadOnlyList<FileExtent>? Extents { get; set; }

    /// <summary>
    /// The ranges of a file that have blocks, in order; what is outside of them must be zeros. Default: null, no holes.
    /// Setting it changes the allocated bytes.
    /// </summary>
    public IReadOnlyList<(long Start, long Behind)>? Data
    {
        get;
        set
        {
            field = value;
            Change((ref FileFacts facts) => facts.Allocated = value!.Sum(static range => range.Behind - range.Start));
        }
    }

    /// <summary>When set, opening fails with it, and so does every path through a folder.</summary>
    public VolumeError Failure
    {
        get => Guarded(ref _failure);
        set => SetGuarded(ref _failure, value);
    }

    /// <summary>When set, its facts cannot be had, neither by path nor in a listing.</summary>
    public VolumeError StatFailure
    {
        get => Guarded(ref _statFailure);
        set => SetGuarded(ref _statFailure, value);
    }

    /// <summary>What is told about programs that have it open for writing. Default: there are none.</summary>
    public VolumeError WritersError
    {
        get => Guarded(ref _writersError);
        set => SetGuarded(ref _writersError, value);
    }

    /// <summary>The content of a file or the target of a link. Setting it changes the size and no time.</summary>
    public byte[] Content
    {
        get
        {
            lock (_gate)
            {
                return _content;
            }
        }

        set
        {
            lock (_gate)
            {
                _content = value;
                _source = null;
                SetSize(value.Length);
            }
        }
    }

    internal MemoryNode? Parent { get; set; }

    // By name, bytes as Latin-1; guarded by the volume. In the order of creation.
    internal OrderedDictionary<string, MemoryNode>? Entries { get; }

    private delegate void FactChange(ref FileFacts facts);

    /// <summary>Changes the content as a program would: both times go one second ahead.</summary>
    public void Rewrite(Bytes content)
    {
        lock (_gate)
        {
            _content = content.ToArray();
            _source = null;
            SetSize(_content.Length);
            _facts.Modified = _facts.Modified with { Seconds = _facts.Modified.Seconds + 1 };
            _facts.Changed = _facts.Changed with { Seconds = _facts.Changed.Seconds + 1 };
        }
    }

    internal void Generate(long size, ContentSource source)
    {
        lock (_gate)
        {
            _source = source;
            SetSize(size);
        }
    }

    internal int Read(long offset, Span<byte> buffer)
    {
        byte[] content;
        ContentSource? source;
        long size;
        lock (_gate)
        {
            (content, source, size) = (_content, _source, _facts.Size);
        }

        int read = (int)Math.Clamp(size - offset, 0, buffer.Length);
        if (source is null)
        {
            content.AsSpan((int)Math.Min(offset, size), read).CopyTo(buffer);
        }
        else if (read > 0)
        {
            buffer[..read].Clear();
            source(offset, buffer[..read]);
        }

        return read;
    }

    internal void AddLinks(int change)
    {
        lock (_gate)
        {
            _facts.Links = (uint)(_facts.Links + change);
        }
    }

    private void SetSize(long size)
    {
        _facts.Size = size;
        _facts.Allocated = (size + 4095) / 4096 * 4096;
    }

    private void Change(FactChange change)
    {
        lock (_gate)
        {
            change(ref _facts);
        }
    }

    private VolumeError Guarded(ref VolumeError field)
    {
        lock (_gate)
        {
            return field;
        }
    }

    private void SetGuarded(ref VolumeError field, VolumeError value)
    {
        lock (_gate)
        {
            field = value;
        }
    }
}
