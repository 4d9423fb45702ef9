using System.Diagnostics;
using System.Globalization;
using System.Net.Sockets;
using System.Text;
using Doppel.Testing;

namespace Doppel.Volumes.Tests;

/// <summary>A folder on a real disk of Linux. The truth about it comes from find, whose output is bytes.</summary>
public sealed class DiskPlace : VolumePlace
{
    private const uint Nobody = 65534;
    private const string Format = @"%P\0%y\0%s\0%D\0%i\0%n\0%b\0%U\0%G\0%m\0%T@\0%C@\0";
    private const int Fields = 12;

    private readonly string _root = Directory.CreateTempSubdirectory("doppel-volumes-").FullName;
    private readonly List<IDisposable> _held = [];

    public DiskPlace(IVolume volume, PlaceAbilities abilities)
    {
        Volume = volume;
        Abilities = abilities;
        Root = Encoding.UTF8.GetBytes(_root);

        // Made private by default; another user has to get in where a law is about one.
        DiskNative.SetMode(Root, 0x1ED);
    }

    public override IVolume Volume { get; }

    public override PlaceAbilities Abilities { get; }

    public override byte[] Root { get; }

    public override void AddFile(Bytes path, Bytes content) => DiskNative.MakeFile(At(path), content.Span);

    public override void AddFolder(Bytes path) => DiskNative.MakeFolder(At(path));

    public override void AddLink(Bytes path, Bytes target) => DiskNative.MakeLink(At(path), target.Span);

    public override void AddHardLink(Bytes path, Bytes existing) => DiskNative.MakeHardLink(At(path), At(existing));

    public override IReadOnlyList<byte[]> AddSpecials()
    {
        DiskNative.MakeFifo(At("fifo"));
        var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        socket.Bind(new UnixDomainSocketEndPoint(_root + "/socket"));
        _held.Add(socket);
        return [At("fifo"), At("socket"), "/dev/null"u8.ToArray()];
    }

    public override void AddDeep(IReadOnlyList<string> folders, string file, Bytes content)
    {
        int at = DiskNative.OpenFolder(-100, Root);
        foreach (string folder in folders)
        {
            byte[] name = Encoding.UTF8.GetBytes(folder);
            DiskNative.MakeFolder(at, name);
            int next = DiskNative.OpenFolder(at, name);
            DiskNative.Close(at);
            at = next;
        }

        DiskNative.MakeFile(at, Encoding.UTF8.GetBytes(file), content.Span);
        DiskNative.Close(at);
    }

    public override void Truncate(Bytes path, long size) => DiskNative.Truncate(At(path), size);

    public override void Remove(Bytes path) => DiskNative.Remove(At(path));

    public override void RunDenied(Bytes path, Action code)
    {
        uint mode = Real(path).Mode;
        DiskNative.SetMode(At(path), 0);
        RunAsNobody(code);
        DiskNative.SetMode(At(path), mode);
    }

    /// <summary>Runs code bound by permissions: as root on a thread of its own that acts as nobody.</summary>
    public static void RunAsNobody(Action code)
    {
        Exception? failure = null;
        var thread = new Thread(() =>
        {
            // Of this thread only; with it go the capabilities to pass by permissions.
            DiskNative.SetFileUser(Environment.IsPrivilegedProcess ? Nobody : uint.MaxValue);
            try
            {
                code();
            }
            catch (Exception exception)
            {
                failure = exception;
            }
        });
        thread.Start();
        thread.Join();
        if (failure is not null)
        {
            throw new InvalidOperationException(failure.Message, failure);
        }
    }

    public override IReadOnlyDictionary<string, FileFacts> RealFacts()
    {
        byte[] output = Run("find", _root, "-mindepth", "1", "-printf", Format);
        string[] fields = Encoding.Latin1.GetString(output).Split('\0');
        var facts = new Dictionary<string, FileFacts>();
        for (int i = 0; i + Fields <= fields.Length; i += Fields)
        {
            facts.Add(fields[i], Parse(fields.AsSpan(i, Fields)));
        }

        return facts;
    }

    public override void AssertNothingOpen()
    {
        // Other tests of this process open files too: only what lies below this root counts.
        foreach (string descriptor in Directory.GetFiles("/proc/self/fd"))
        {
            string target = "";
            try
            {
                target = new FileInfo(descriptor).LinkTarget ?? "";
            }
            catch (IOException)
            {
                // Closed since the listing.
            }

            Assert.False(target.StartsWith(_root, StringComparison.Ordinal), $"{target} was left open");
        }
    }

    public override void Dispose()
    {
        foreach (IDisposable held in _held)
        {
            held.Dispose();
        }

        // rm goes down step by step: Directory.Delete fails on paths beyond the limit and names that are no text.
        Run("rm", "-rf", "--", _root);
    }

    private static byte[] Run(string program, params string[] arguments)
    {
        using Process process = Process.Start(new ProcessStartInfo(program, arguments)
        {
            RedirectStandardOutput = true,
            Environment = { ["LC_ALL"] = "C" },
        })!;
        using var output = new MemoryStream();
        process.StandardOutput.BaseStream.CopyTo(output);
        process.WaitForExit();
        Assert.Equal(0, process.ExitCode);
        return output.ToArray();
    }

    private static FileFacts Parse(ReadOnlySpan<string> fields) => new()
    {
        Kind = fields[1] switch
        {
            "f" => EntryKind.File,
            "d" => EntryKind.Folder,
            "l" => EntryKind.Link,
            _ => EntryKind.Special,
        },
        Size = Number(fields[2]),
        Device = (ulong)Number(fields[3]),
        Inode = (ulong)Number(fields[4]),
        Links = (uint)Number(fields[5]),
        Allocated = Number(fields[6]) * 512,
        Owner = (uint)Number(fields[7]),
        Group = (uint)Number(fields[8]),
        Mode = Convert.ToUInt32(fields[9], 8),
        Modified = Time(fields[10]),
        Changed = Time(fields[11]),
    };

    private static long Number(string text) => long.Parse(text, CultureInfo.InvariantCulture);

    // "1700000000.1234567890": ten digits, the last always 0.
    private static FileTime Time(string text)
    {
        int dot = text.IndexOf('.', StringComparison.Ordinal);
        return new FileTime(Number(text[..dot]), (int)Number(text.Substring(dot + 1, 9)));
    }
}
