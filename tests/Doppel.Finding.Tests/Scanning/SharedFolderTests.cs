using System.Collections.Concurrent;
using System.Globalization;
using Doppel.Testing;
using Doppel.Volumes;
using Xunit;

namespace Doppel.Finding.Tests;

/// <summary>Folders that several threads list together.</summary>
public sealed class SharedFolderTests
{
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(1);
    private static readonly VolumeError s_io = new(VolumeErrorKind.InputOutput, 5);

    [Fact]
    public void A_thread_without_work_helps_with_a_folder_that_has_many_entries()
    {
        using FindResult result = SearchByTwo(static _ => { }, out MemoryVolume volume);
        Assert.Equal(40, Assert.Single(result.Groups).Copies.Count);
        volume.Counters.AssertAllClosed();
    }

    [Fact]
    public void A_failure_that_all_threads_see_is_one_problem()
    {
        using FindResult result = SearchByTwo(
            static volume => volume["/r"].Failure = s_io, out MemoryVolume volume);
        Assert.Equal("/r list input-output", Assert.Single(
            Search.Problems(result).Split('\n'), problem => problem.StartsWith("/r ", StringComparison.Ordinal)));
        volume.Counters.AssertAllClosed();
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public void Groups_and_problems_are_those_of_a_search_in_which_no_thread_helps(int seed)
    {
        var random = new Random(seed + TestRun.SeedOffset);
        for (int round = 0; round < TestRun.Count(75, 3_000); round++)
        {
            MemoryVolume volume = MakeTree(random);
            FindOptions options = Search.Options(volume, "/r", "/r/1") with
            {
                Threads = random.Next(1, 5),
                Uniques = true,
                Folders = FolderMatching.ByName,
            };
            volume.PortionEntries = int.MaxValue;
            string alone = Shown(options);
            volume.PortionEntries = random.Next(1, 6);
            Assert.Equal(alone, Shown(options));
            volume.Counters.AssertAllClosed();
        }
    }

    // Searches a folder of 40 files, in which each thread waits until another one has been given an entry, too.
    private static FindResult SearchByTwo(Action<MemoryVolume> meanwhile, out MemoryVolume searched)
    {
        var volume = new MemoryVolume { PortionEntries = 4 };
        for (int i = 0; i < 40; i++)
        {
            volume.AddFile(string.Create(CultureInfo.InvariantCulture, $"/r/{i:00}"), "content");
        }

        using var bothCame = new CountdownEvent(2);
        var threads = new ConcurrentDictionary<int, int>();
        volume.OnEntry = _ =>
        {
            if (threads.TryAdd(Environment.CurrentManagedThreadId, 0))
            {
                bothCame.Signal();
            }

            Assert.True(bothCame.Wait(s_patience));
            meanwhile(volume);
        };
        FindResult result = Search.Run(Search.Options(volume, "/r"));
        Assert.Equal(2, threads.Count);
        searched = volume;
        return result;
    }

    private static MemoryVolume MakeTree(Random random)
    {
        var volume = new MemoryVolume();
        int folders = random.Next(1, 6);
        for (int i = random.Next(2, 80); i > 0; i--)
        {
            string folder = string.Join('/', Enumerable.Range(0, random.Next(1, 4)).Select(_ => random.Next(folders)));
            string path = string.Create(CultureInfo.InvariantCulture, $"/r/{folder}/f{i}");
            MemoryNode file = volume.AddFile(path, random.Next(12).ToString(CultureInfo.InvariantCulture));
            if (random.Next(30) == 0)
            {
                file.StatFailure = s_io;
            }
        }

        volume.AddFile("/r/1/certain", "content");
        return volume;
    }

    private static string Shown(FindOptions options)
    {
        using FindResult result = Search.Run(options);
        string folders = string.Join('\n', result.FolderGroups.Select(
            group => string.Join(" | ", group.Folders.Select(folder => folder.ToString()))));
        return string.Join(
            "\n\n", Search.Groups(result), Search.Uniques(result), Search.Problems(result), folders);
    }
}
