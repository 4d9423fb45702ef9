using System.Globalization;
using System.Runtime.Versioning;
using System.Text;
using Doppel.Testing;
using static Doppel.Volumes.Tests.MountTool;

namespace Doppel.Volumes.Tests;

/// <summary>Files that change behind a mount whose kernel may answer from memory for a while.</summary>
[SupportedOSPlatform("linux")]
public sealed class FreshFactsTests
{
    private const int Files = 24;

    private static readonly int[] s_cacheSeconds = [0, 1, 60, 300];

    public static TheoryData<int> Seeds => [.. Enumerable.Range(TestRun.SeedOffset, TestRun.Count(6, 200))];

    [Theory, MemberData(nameof(Seeds))]
    public void Facts_are_those_of_the_file_system_however_long_the_mount_may_cache(int seed)
    {
        Require("bindfs");
        var random = new Random(seed);
        string folder = Directory.CreateTempSubdirectory("doppel-fresh-").FullName;
        try
        {
            string source = Directory.CreateDirectory(folder + "/source").FullName;
            string point = Directory.CreateDirectory(folder + "/point").FullName;
            string caches = string.Create(
                CultureInfo.InvariantCulture,
                $"entry_timeout={s_cacheSeconds[random.Next(4)]},attr_timeout={s_cacheSeconds[random.Next(4)]}");
            for (int i = 0; i < Files; i++)
            {
                Change(source, i, random);
            }

            Run("bindfs", "-o", caches, source, point);
            Unmounting(point, () =>
            {
                for (int round = 0; round < 3; round++)
                {
                    CheckAll(source, point, random, $"seed {seed}, {caches}, round {round}");
                    for (int i = 0; i < Files; i++)
                    {
                        if (random.Next(2) == 0)
                        {
                            Change(source, i, random);
                        }
                    }
                }
            });
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    // Written in place, appended to, or replaced, with another length each time.
    private static void Change(string source, int file, Random random)
    {
        string path = $"{source}/{file}";
        byte[] content = new byte[random.Next(1, 9_000)];
        switch (random.Next(3))
        {
            case 0 when File.Exists(path):
                using (FileStream stream = File.Open(path, FileMode.Append))
                {
                    stream.Write(content);
                }

                break;
            case 1:
                File.WriteAllBytes(path + ".new", content);
                File.Move(path + ".new", path, overwrite: true);
                break;
            default:
                File.WriteAllBytes(path, content);
                break;
        }
    }

    // Every look fills the kernel's memory again, so the order of the three decides what it could answer with.
    private static void CheckAll(string source, string point, Random random, string shown)
    {
        var volume = new LinuxVolume();
        byte[] path = Encoding.UTF8.GetBytes(point);
        Assert.False(volume.OpenFolder(
            FolderHandle.None, path, LinkPolicy.Stay, out FolderHandle folder, out _).Failed);
        Action[] looks =
        [
            () => Check("list", EntryCollector.List(volume, folder).Entries
                .ToDictionary(entry => entry.Name, entry => entry.Facts)),
            () => Check("stat", Each(name =>
            {
                Assert.False(volume.Stat(folder, name, LinkPolicy.Stay, FactFields.All, out FileFacts facts).Failed);
                return facts;
            })),
            () => Check("open", Each(name =>
            {
                Assert.False(volume.OpenFile(folder, name, out FileHandle file, out _).Failed);
                VolumeError error = volume.Stat(file, out FileFacts facts);
                volume.Close(file);
                Assert.False(error.Failed);
                return facts;
            })),
        ];
        random.Shuffle(looks);
        Array.ForEach(looks, static look => look());
        volume.Close(folder);

        void Check(string look, Dictionary<string, FileFacts> seen)
        {
            Assert.Equal(Files, seen.Count);
            foreach ((string name, FileFacts facts) in seen)
            {
                // A FileInfo counts in steps of 100 ns.
                FileInfo real = new($"{source}/{name}");
                FileTime time = facts.Modified with { Nanoseconds = facts.Modified.Nanoseconds / 100 * 100 };
                Assert.True(
                    real.Length == facts.Size && FileTime.From(real.LastWriteTimeUtc) == time,
                    $"{shown}, {look} of {name}: {facts.Size} bytes instead of {real.Length}");
            }
        }

        static Dictionary<string, FileFacts> Each(Func<byte[], FileFacts> look) => Enumerable.Range(0, Files)
            .Select(file => file.ToString(CultureInfo.InvariantCulture))
            .ToDictionary(name => name, name => look(Encoding.UTF8.GetBytes(name)));
    }
}
