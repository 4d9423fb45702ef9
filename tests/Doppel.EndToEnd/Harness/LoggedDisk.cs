namespace Doppel.EndToEnd.Harness;

/// <summary>A disk in memory that records each write and flush: a loop device over a file that a test serves.</summary>
internal sealed class LoggedDisk : IFileContent, IDisposable
{
    private const int BlockBytes = 4096;
    private const long DiskBytes = 320L << 20;

    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(1);

    private readonly TempTree _tree = new();
    private readonly WriteLog _log;
    private readonly int _number;
    private readonly FuseFile _file;
    private readonly string _device;
    private Dictionary<long, byte[]> _blocks = [];
    private bool _isOn;

    /// <summary>Makes it, and mounts it empty. Skips where that is not allowed.</summary>
    public LoggedDisk(string fileSystem, WriteLog log, int number)
    {
        Needs.Root();
        Needs.Program("mkfs.ext4", "e2fsprogs");
        Needs.Program("mkfs.xfs", "xfsprogs");
        Needs.Program("mkfs.btrfs", "btrfs-progs");
        (_log, _number) = (log, number);
        _file = new FuseFile(_tree.AddFile("disk", ""), DiskBytes, this);
        _device = Tool.Run("losetup", "--find", "--show", _tree["disk"]).MustSucceed().OutputText.Trim();
        Tool.Run("mkfs." + fileSystem, "-q", _device).MustSucceed();
        Start(_blocks);
    }

    /// <summary>Where it is mounted.</summary>
    public string Folder => $"{_tree["m"]}";

    /// <summary>What it has now, without what the system has not written yet.</summary>
    public IReadOnlyDictionary<long, byte[]> Blocks
    {
        get
        {
            lock (_log.Lock)
            {
                return new Dictionary<long, byte[]>(_blocks);
            }
        }
    }

    /// <summary>Unmounts it, and mounts it with other content.</summary>
    public void StartFrom(IReadOnlyDictionary<long, byte[]> blocks)
    {
        Stop();
        Start(blocks);
    }

    public void Dispose()
    {
        Stop();
        Tool.Run("losetup", "--detach", _device);
        _file.Dispose();
        _tree.Dispose();
    }

    void IFileContent.Read(long at, Span<byte> into)
    {
        into.Clear();
        lock (_log.Lock)
        {
            while (into.Length > 0)
            {
                int from = (int)(at % BlockBytes);
                int count = Math.Min(into.Length, BlockBytes - from);
                if (_blocks.TryGetValue(at / BlockBytes, out byte[]? block))
                {
                    block.AsSpan(from, count).CopyTo(into);
                }

                at += count;
                into = into[count..];
            }
        }
    }

    void IFileContent.Write(long at, ReadOnlySpan<byte> bytes)
    {
        lock (_log.Lock)
        {
            Put(_blocks, at, bytes);
            _log.Add(_number, at, bytes);
        }
    }

    void IFileContent.Flush()
    {
        lock (_log.Lock)
        {
            _log.AddFlush(_number);
        }
    }

    /// <summary>Writes into blocks. No array is changed, since other images may have it too.</summary>
    public static void Put(Dictionary<long, byte[]> blocks, long at, ReadOnlySpan<byte> bytes)
    {
        while (bytes.Length > 0)
        {
            (long number, int from) = (at / BlockBytes, (int)(at % BlockBytes));
            int count = Math.Min(bytes.Length, BlockBytes - from);
            byte[] block = blocks.TryGetValue(number, out byte[]? old) ? [.. old] : new byte[BlockBytes];
            bytes[..count].CopyTo(block.AsSpan(from));
            if (block.AsSpan().ContainsAnyExcept((byte)0))
            {
                blocks[number] = block;
            }
            else
            {
                blocks.Remove(number);
            }

            at += count;
            bytes = bytes[count..];
        }
    }

    private void Start(IReadOnlyDictionary<long, byte[]> blocks)
    {
        lock (_log.Lock)
        {
            _blocks = new Dictionary<long, byte[]>(blocks);
        }

        Tool.Run("blockdev", "--flushbufs", _device).MustSucceed();
        Mount.Make(_tree, "m", _device);
        _isOn = true;
    }

    // Not before the file system has let go of the device: what it still writes must not reach the next content.
    private void Stop()
    {
        if (_isOn)
        {
            _isOn = false;
            Tool.Unmount(_tree["m"]);
            bool isFree = SpinWait.SpinUntil(() => FileLook.IsFree(_device), s_patience);
            Assert.True(isFree, $"{_device} is still in use.");
        }
    }
}
