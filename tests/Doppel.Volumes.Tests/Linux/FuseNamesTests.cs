using System.Runtime.Versioning;
using System.Text;
using Doppel.Testing;
using static Doppel.Volumes.Tests.MountTool;

namespace Doppel.Volumes.Tests;

/// <summary>Names on mounts that ignore their case, or that number names instead of files.</summary>
[SupportedOSPlatform("linux")]
public sealed class FuseNamesTests
{
    private const string SftpServer = "/usr/lib/openssh/sftp-server";

    public static TheoryData<string, int> Cases
    {
        get
        {
            var data = new TheoryData<string, int>();
            foreach (int seed in Enumerable.Range(TestRun.SeedOffset, TestRun.Count(2, 60)))
            {
                data.Add("exfat", seed);
                data.Add("ntfs", seed);
            }

            return data;
        }
    }

    public static TheoryData<string, int> Moves
    {
        get
        {
            var data = new TheoryData<string, int>();
            foreach (int seed in Enumerable.Range(TestRun.SeedOffset, TestRun.Count(2, 60)))
            {
                data.Add("sshfs", seed);
                data.Add("bindfs", seed);
            }

            return data;
        }
    }

    [Theory, MemberData(nameof(Cases))]
    public void A_path_is_spelled_as_the_folders_list_it_however_it_was_typed(string fileSystem, int seed) =>
        OnImage(fileSystem, point =>
        {
            var random = new Random(seed);
            var volume = new LinuxVolume();
            for (int i = 0; i < 40; i++)
            {
                string folder = RandomCase("some folder " + random.Next(5), random);
                Directory.CreateDirectory($"{point}/{folder}");
                string own = Listed(Directory.GetDirectories(point), folder);
                string name = RandomCase("Any file " + random.Next(5), random);
                File.WriteAllText($"{own}/{name}", "content");
                string file = Listed(Directory.GetFiles(own), name);
                byte[] typed = Encoding.UTF8.GetBytes($"{point}/{RandomCase(Path.GetFileName(own), random)}");
                Assert.False(volume.OpenFolder(
                    FolderHandle.None, typed, LinkPolicy.Stay, out FolderHandle handle, out _).Failed);
                Assert.False(volume.PathOf(handle, out byte[] path).Failed);
                byte[] other = Encoding.UTF8.GetBytes(RandomCase(Path.GetFileName(file), random));
                Assert.False(volume.PathOf(handle, other, out byte[] entry).Failed);
                volume.Close(handle);
                Assert.Equal((own, file), (Encoding.UTF8.GetString(path), Encoding.UTF8.GetString(entry)));
            }
        });

    [Theory, MemberData(nameof(Moves))]
    public void A_moved_file_has_its_new_name_alone(string fileSystem, int seed) => OnMirror(fileSystem, point =>
    {
        // A folder that is open keeps the mount busy, also after a failure.
        var random = new Random(seed);
        var volume = new LinuxVolume();
        string[] names = ["a", "b", "c", ".doppel-" + new string('1', 32)];
        var contents = new Dictionary<string, string>();
        for (int i = 0; i < 60; i++)
        {
            string from = names[random.Next(names.Length)];
            string to = names[random.Next(names.Length)];
            if (!contents.ContainsKey(from))
            {
                contents[from] = $"content {i}";
                File.WriteAllText($"{point}/{from}", contents[from]);
            }

            if (from != to)
            {
                byte[] path = Encoding.UTF8.GetBytes(point);
                Assert.False(volume.OpenFolder(
                    FolderHandle.None, path, LinkPolicy.Stay, out FolderHandle folder, out _).Failed);
                VolumeError error = volume.Move(
                    folder, Encoding.UTF8.GetBytes(from), folder, Encoding.UTF8.GetBytes(to));
                volume.Close(folder);
                Assert.Equal(contents.ContainsKey(to) ? VolumeErrorKind.Exists : VolumeErrorKind.None, error.Kind);
                if (!error.Failed)
                {
                    contents[to] = contents[from];
                    contents.Remove(from);
                }
            }

            Assert.Equal(
                contents.OrderBy(static pair => pair.Key, StringComparer.Ordinal),
                Directory.GetFiles(point).Order(StringComparer.Ordinal)
                    .Select(name => KeyValuePair.Create(Path.GetFileName(name), File.ReadAllText(name))));
        }
    });

    // A file system that ignores case may list a new name in another one.
    private static string Listed(string[] paths, string name) => paths.Single(
        path => string.Equals(Path.GetFileName(path), name, StringComparison.OrdinalIgnoreCase));

    private static string RandomCase(string name, Random random) => string.Concat(name.Select(letter =>
        random.Next(2) == 0 ? char.ToUpperInvariant(letter) : char.ToLowerInvariant(letter)));

    private static void OnImage(string fileSystem, Action<string> code) => InFolder(folder =>
    {
        Require("mkfs." + fileSystem);
        string point = Directory.CreateDirectory(folder + "/point").FullName;
        string image = Image(folder + "/image", 60 << 20);
        string[] small = fileSystem == "ntfs" ? ["-q", "-Q", "-F"] : [];
        Run("mkfs." + fileSystem, [.. small, image]);
        string mount = fileSystem == "exfat" ? "mount.exfat-fuse" : "lowntfs-3g";
        Require(mount);
        string[] options = fileSystem == "exfat" ? [] : ["-o", "ignore_case"];
        Attached(image, device =>
        {
            Run(mount, [.. options, device, point]);
            Unmounting(point, () => code(point));
        });
    });

    // Two views of one folder whose files must not be exchanged: neither knows renames that replace nothing.
    private static void OnMirror(string fileSystem, Action<string> code) => InFolder(folder =>
    {
        Require(fileSystem);
        string source = Directory.CreateDirectory(folder + "/source").FullName;
        string point = Directory.CreateDirectory(folder + "/point").FullName;
        if (fileSystem == "sshfs")
        {
            Assert.SkipUnless(File.Exists(SftpServer), "needs sftp-server: apt install openssh-sftp-server");
            string server = folder + "/server";
            File.WriteAllText(server, $"#!/bin/sh\nexec {SftpServer}\n");
            File.SetUnixFileMode(server, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
            Run("sshfs", "-o", $"ssh_command={server}", $"none:{source}", point);
        }
        else
        {
            Run("bindfs", source, point);
        }

        Unmounting(point, () => code(point));
    });

    private static void InFolder(Action<string> code)
    {
        string folder = Directory.CreateTempSubdirectory("doppel-names-").FullName;
        try
        {
            code(folder);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }
}
