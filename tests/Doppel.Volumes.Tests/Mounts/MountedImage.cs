using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using System.Text;
using Doppel.Testing.Processes;
using Doppel.Testing.Trees;
using static Doppel.Volumes.Tests.MountTool;

namespace Doppel.Volumes.Tests;

/// <summary>A file system in a disk image or in memory, mounted where everybody may look.</summary>
[SupportedOSPlatform("linux")]
internal sealed partial class MountedImage : IDisposable
{
    private const long ImageBytes = 320L << 20; // the least that mkfs.xfs takes is 300 MiB
    private const UnixFileMode ForAll = (UnixFileMode)0b111_101_101;
    private const nint Nobody = 65534;

    private readonly string _folder = Directory.CreateTempSubdirectory("doppel-identity-").FullName;
    private readonly string[] _arguments;

    /// <summary>Makes and mounts it. Skips where that is not possible.</summary>
    /// <param name="fileSystem">The file system, with options for mkfs behind it.</param>
    public MountedImage(string fileSystem)
    {
        string[] words = fileSystem.Split(' ');
        Require(words[0] == "tmpfs" ? "mount" : "mkfs." + words[0]);
        File.SetUnixFileMode(_folder, ForAll);
        Directory.CreateDirectory(Point);
        _arguments = words[0] == "tmpfs" ? ["-t", "tmpfs", "tmpfs", Point] : ["-o", "loop", ImagePath, Point];
        if (words[0] != "tmpfs")
        {
            Run("mkfs." + words[0], [.. words.Skip(1), Image(ImagePath, ImageBytes)]);
        }

        ProcessEnd end = Tool.Run("mount", [.. _arguments.Select(argument => (ByteName)argument)]);
        if (end.ErrorText.Contains("unknown filesystem type", StringComparison.Ordinal))
        {
            Directory.Delete(_folder, recursive: true);
            Assert.Skip($"this kernel has no {words[0]}");
        }

        end.MustSucceed();
    }

    /// <summary>Where it is mounted.</summary>
    public string Point => _folder + "/point";

    /// <summary>A folder next to the mount point, made when it is first asked for.</summary>
    public string Beside(string name) => Directory.CreateDirectory(_folder + "/" + name).FullName;

    public string ImagePath => _folder + "/image";

    public void Remount()
    {
        Tool.Unmount(Point);
        Run("mount", _arguments);
    }

    public void Dispose()
    {
        Tool.Unmount(Point);
        Directory.Delete(_folder, recursive: true);
    }

    /// <summary>The identity that both volumes give a folder.</summary>
    public static FileSystemIdentity IdentityOf(string folder)
    {
        FileSystemIdentity identity = MountOf(folder, new LinuxVolume()).Identity;
        Assert.Equal(identity, MountOf(folder, new PortableVolume()).Identity);
        return identity;
    }

    /// <summary>Calls a function with the descriptor of a folder.</summary>
    public static T WithFolder<T>(string path, Func<int, T> code)
    {
        var volume = new LinuxVolume();
        VolumeError error = volume.OpenFolder(
            FolderHandle.None, Encoding.UTF8.GetBytes(path), LinkPolicy.Stay, out FolderHandle folder, out _);
        Assert.False(error.Failed, $"{path}: {error}");
        T result = code(folder.Value);
        volume.Close(folder);
        return result;
    }

    /// <summary>Runs code on a thread of its own that has no privileges.</summary>
    public static T AsNobody<T>(Func<T> code)
    {
        T result = default!;
        Exception? thrown = null;
        var thread = new Thread(() =>
        {
            try
            {
                // The call of the C library would change all threads of the process. The real and the saved user stay
                // root, but the privileges that count are gone.
                nint number = RuntimeInformation.ProcessArchitecture == Architecture.Arm64 ? 147 : 117; // setresuid
                Assert.Equal(0, syscall(number, -1, Nobody, -1));
                result = code();
            }
            catch (Exception exception)
            {
                thrown = exception;
            }
        });
        thread.Start();
        thread.Join();
        return thrown is null ? result : throw new InvalidOperationException("as nobody", thrown);
    }

    [LibraryImport("libc", SetLastError = true)]
    private static partial nint syscall(nint number, nint first, nint second, nint third);
}
