namespace Doppel.Volumes.Tests;

/// <summary>A small /proc, /sys and /dev below a temporary folder, as a machine would have them.</summary>
internal sealed class RecordedSystem : IDisposable
{
    private readonly string _root = Directory.CreateTempSubdirectory("doppel-mounts-").FullName;
    private readonly List<string> _lines = [];

    public MountTable Table => new(static () => true, _root);

    public RecordedSystem Mount(string line)
    {
        _lines.Add(line);
        Write("/proc/self/mountinfo", string.Join('\n', _lines) + "\n");
        return this;
    }

    /// <summary>All mounts are gone.</summary>
    public RecordedSystem Unmount()
    {
        _lines.Clear();
        return this;
    }

    /// <summary>A disk, whose folder below /sys/devices is given.</summary>
    public RecordedSystem Disk(string numbers, string folder, string rotational, int sectorBytes = 512)
    {
        Write($"/sys/devices/{folder}/queue/rotational", rotational + "\n");
        Write($"/sys/devices/{folder}/queue/logical_block_size", $"{sectorBytes}\n");
        return Device(numbers, folder);
    }

    public RecordedSystem Partition(string numbers, string folder)
    {
        Write($"/sys/devices/{folder}/partition", "1\n");
        return Device(numbers, folder);
    }

    public RecordedSystem Text(string path, string text)
    {
        Write(path, text);
        return this;
    }

    public RecordedSystem Link(string path, string target)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(_root + path)!);
        File.CreateSymbolicLink(_root + path, target);
        return this;
    }

    public void Dispose() => Directory.Delete(_root, recursive: true);

    private RecordedSystem Device(string numbers, string folder)
    {
        Link($"/sys/dev/block/{numbers}", $"../../devices/{folder}");
        return Link($"/sys/class/block/{Path.GetFileName(folder)}", $"../../devices/{folder}");
    }

    private void Write(string path, string text)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(_root + path)!);
        File.WriteAllText(_root + path, text);
    }
}
