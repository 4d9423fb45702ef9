using System.Net.Sockets;
using System.Text;
using Doppel.Testing.Processes;
using Microsoft.Win32.SafeHandles;

namespace Doppel.Testing.Trees;

/// <summary>A scratch folder that is gone after the test, whatever was made in it.</summary>
/// <remarks>Lies below $DOPPEL_TEST_DIR, or where the system puts temporary files. Paths are relative to it.</remarks>
public sealed class TempTree : IDisposable
{
    private const uint Fifos = 0x1000;
    private const uint Characters = 0x2000;

    private static int s_count;

    /// <summary>Makes the folder where scratch folders are made.</summary>
    public TempTree()
        : this(Environment.GetEnvironmentVariable("DOPPEL_TEST_DIR") is { Length: > 0 } place
            ? Path.GetFullPath(place)
            : Path.GetTempPath())
    {
    }

    /// <summary>Makes the folder below another one.</summary>
    public TempTree(string below)
    {
        int number = Interlocked.Increment(ref s_count);
        Folder = Path.Combine(below, $"doppel-test-{Environment.ProcessId}-{number}");
        Directory.CreateDirectory(Folder);
    }

    /// <summary>The absolute path of the folder.</summary>
    public string Folder { get; }

    /// <summary>The absolute path of what lies below.</summary>
    public ByteName this[ByteName path] => path.Length == 0 ? Folder : Folder / path;

    /// <summary>Makes a folder and those above it.</summary>
    public ByteName AddFolder(ByteName path)
    {
        using FolderWalk walk = FolderWalk.To(this[path] / "x", makeFolders: true);
        return this[path];
    }

    /// <summary>Makes a file with this content, and the folders above it.</summary>
    public ByteName AddFile(ByteName path, ReadOnlySpan<byte> content)
    {
        byte[] bytes = content.ToArray();
        ChildProcess.WhileNoneStarts(() =>
        {
            using SafeFileHandle file = Create(path);
            RandomAccess.Write(file, bytes, 0);
        });
        return this[path];
    }

    /// <summary>Makes a file with these UTF-8 bytes.</summary>
    public ByteName AddFile(ByteName path, string content) => AddFile(path, Encoding.UTF8.GetBytes(content));

    /// <summary>Makes a file that is all holes but for the bytes at its end.</summary>
    public ByteName AddSparseFile(ByteName path, long length, params ReadOnlySpan<byte> end)
    {
        using SafeFileHandle file = Create(path);
        RandomAccess.SetLength(file, length);
        RandomAccess.Write(file, end, length - end.Length);
        return this[path];
    }

    /// <summary>Gives a file one more name.</summary>
    public ByteName AddHardLink(ByteName path, ByteName existing)
    {
        using FolderWalk from = FolderWalk.To(this[existing]);
        using FolderWalk to = FolderWalk.To(this[path], makeFolders: true);
        LibC.LinkAt(from.Folder, from.Name, to.Folder, to.Name);
        return this[path];
    }

    /// <summary>Makes a symbolic link; the target stands there as it is given.</summary>
    public ByteName AddSymbolicLink(ByteName path, ByteName target)
    {
        using FolderWalk walk = FolderWalk.To(this[path], makeFolders: true);
        LibC.SymbolicLinkAt(target, walk.Folder, walk.Name);
        return this[path];
    }

    /// <summary>Makes a FIFO: whoever opens it waits for the other end.</summary>
    public ByteName AddFifo(ByteName path, uint mode = 0x1FF) => AddNode(path, Fifos | mode, 0);

    /// <summary>Makes a node of a character device. Needs root.</summary>
    public ByteName AddCharacterDevice(ByteName path, uint major, uint minor) =>
        AddNode(path, Characters | 0x1B6, (ulong)major << 8 | minor);

    /// <summary>Makes a socket that nobody listens on.</summary>
    public ByteName AddSocket(string path)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(Path.Combine(Folder, path))!);
        using var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        socket.Bind(new UnixDomainSocketEndPoint(Path.Combine(Folder, path + "0")));
        Rename(path + "0", path); // .NET removes the name that it bound
        return this[path];
    }

    /// <summary>Sets permission bits.</summary>
    public void ChangeMode(ByteName path, uint mode)
    {
        using FolderWalk walk = FolderWalk.To(this[path]);
        LibC.ChangeModeAt(walk.Folder, walk.Name, mode);
    }

    /// <summary>Removes a file or a link.</summary>
    public void Remove(ByteName path)
    {
        using FolderWalk walk = FolderWalk.To(this[path]);
        LibC.RemoveAt(walk.Folder, walk.Name);
    }

    /// <summary>Gives another name, in place of what bears it.</summary>
    public void Rename(ByteName path, ByteName to)
    {
        using FolderWalk from = FolderWalk.To(this[path]);
        using FolderWalk target = FolderWalk.To(this[to]);
        LibC.RenameAt(from.Folder, from.Name, target.Folder, target.Name);
    }

    /// <summary>Removes everything; what is mounted in it stays untouched and makes this fail.</summary>
    public void Dispose()
    {
        // Thousands of trees of some files each: starting a program takes longer than removing them.
        if (!LibC.TryRemoveAll(Folder))
        {
            Tool.Run("chmod", "-R", "u+rwx", "--", Folder);
            Tool.Run("rm", "-rf", "--one-file-system", "--", Folder).MustSucceed();
        }
    }

    private ByteName AddNode(ByteName path, uint mode, ulong device)
    {
        using FolderWalk walk = FolderWalk.To(this[path], makeFolders: true);
        LibC.MakeNodeAt(walk.Folder, walk.Name, mode, device);
        return this[path];
    }

    private SafeFileHandle Create(ByteName path)
    {
        using FolderWalk walk = FolderWalk.To(this[path], makeFolders: true);
        const int flags = LibC.WriteOnly | LibC.Create | LibC.Exclusive;
        return new SafeFileHandle(LibC.OpenAt(walk.Folder, walk.Name, flags, 0x1B6), ownsHandle: true);
    }
}
