using System.Text;
using Doppel.Testing.Processes;
using Doppel.Testing.Trees;

namespace Doppel.Volumes.Tests;

/// <summary>Mounts for tests, which only root can; without root or the tools a test skips.</summary>
internal static class MountTool
{
    /// <summary>The facts of the mount that a folder lies on.</summary>
    internal static MountFacts MountOf(string path, IVolume? volume = null)
    {
        volume ??= new PortableVolume();
        VolumeError error = volume.OpenFolder(
            FolderHandle.None, Encoding.UTF8.GetBytes(path), LinkPolicy.Stay, out FolderHandle folder, out _);
        Assert.False(error.Failed, $"{path}: {error}");
        MountFacts facts = volume.MountOf(folder);
        volume.Close(folder);
        return facts;
    }

    internal static void Require(string tool)
    {
        if (!Environment.IsPrivilegedProcess)
        {
            Assert.Skip("needs root to mount");
        }

        string[] folders = ["/usr/sbin/", "/sbin/", "/usr/bin/", "/bin/"];
        bool there = folders.Any(folder => File.Exists(folder + tool));
        if (!there && Environment.GetEnvironmentVariable("CI") != "true")
        {
            Assert.Skip($"needs {tool}: apt install e2fsprogs xfsprogs btrfs-progs mount bindfs");
        }
    }

    /// <summary>Runs code while something is mounted.</summary>
    internal static void Mounted(string point, string[] arguments, Action code)
    {
        Run("mount", arguments);
        Unmounting(point, code);
    }

    /// <summary>Runs code, then unmounts what somebody else mounted.</summary>
    internal static void Unmounting(string point, Action code)
    {
        try
        {
            code();
        }
        finally
        {
            Tool.Unmount(point);
        }
    }

    /// <summary>Runs code while an image is a device.</summary>
    internal static void Attached(string image, Action<string> code)
    {
        string device = Run("losetup", "--find", "--show", image).Trim();
        try
        {
            code(device);
        }
        finally
        {
            Run("losetup", "--detach", device);
        }
    }

    /// <summary>An empty image, which takes up no room yet.</summary>
    internal static string Image(string path, long bytes)
    {
        using FileStream file = File.Create(path);
        file.SetLength(bytes);
        return path;
    }

    /// <summary>Runs a program that must succeed, and gives what it said.</summary>
    internal static string Run(string program, params string[] arguments) =>
        Tool.Run(program, [.. arguments.Select(argument => (ByteName)argument)]).MustSucceed().OutputText;
}
