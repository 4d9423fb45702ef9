using System.Buffers.Binary;
using System.Text;
using Doppel.Benchmarks.Opening;
using Doppel.Benchmarks.Scenarios;
using Doppel.Hashing;
using Doppel.Lab;
using Doppel.Testing.Trees;

namespace Doppel.Benchmarks.Tests;

/// <summary>Every scenario of the old comparison reads every byte of every file, or says why not.</summary>
public sealed class ScenarioTests : IDisposable
{
    // Below, at and above blocks of all kinds; empty files are never chosen.
    private static readonly int[] s_sizes =
        [1, 2, 4095, 4096, 4097, 65_536, 81_920, 81_921, 131_071, 131_072, 131_073, 262_144, 300_000, 1_048_577];

    private readonly TempTree _tree = new();
    private readonly List<byte[]> _contents = [];
    private readonly List<LabFile> _files = [];

    public ScenarioTests()
    {
        var random = new Random(3);
        foreach (int size in s_sizes.Concat(Enumerable.Range(0, 60).Select(i => 10 + (i * 37))))
        {
            byte[] content = new byte[size];
            random.NextBytes(content);
            string path = $"{_tree.AddFile($"folder {_files.Count % 3}/file {_files.Count:d4}", content)}";
            _contents.Add(content);
            _files.Add(new LabFile(Encoding.UTF8.GetBytes(path), size, (ulong)_files.Count));
        }
    }

    public static TheoryData<string> Names => [.. Scenario.Every];

    // What every scenario must read, reckoned here from the contents alone.
    private ContentTotal Expected
    {
        get
        {
            ulong high = 0;
            ulong low = 0;
            for (int i = 0; i < _contents.Count; i++)
            {
                byte[] mixed = Xxh3.Hash128ToArray(Xxh3.Hash128ToArray(_contents[i]), (ulong)i + 1);
                high += BinaryPrimitives.ReadUInt64BigEndian(mixed);
                low += BinaryPrimitives.ReadUInt64BigEndian(mixed.AsSpan(8));
            }

            return new ContentTotal(_contents.Count, _contents.Sum(static content => (long)content.Length), high, low);
        }
    }

    public void Dispose() => _tree.Dispose();

    [Fact]
    public void The_thirteen_scenarios_of_the_old_comparison_have_their_names()
    {
        Assert.Equal(
            [
                "ReadAllAsParallel", "SyncAsParallel", "NewThread", "Async", "Async2", "AsyncWithMaxParallelCount4",
                "AsyncWithMaxParallelCount8", "AsyncWithMaxParallelCount16", "AsyncWithMaxParallelCount24",
                "AsyncWithMaxParallelCount32", "AsyncWithMaxParallelCount64", "AsyncWithMaxParallelCount128",
                "AsyncWithMaxParallelCount256",
            ],
            Scenario.Names);
        Assert.All(Scenario.Names, name => Assert.True(Scenario.Find(name)!.HoldsContents));
        Assert.All(Scenario.Names, name => Assert.False(Scenario.Find(name + ".stream")!.HoldsContents));
        Assert.Equal(Scenario.Every.Count, Scenario.Every.Distinct().Count());
        Assert.Equal(10, Scenario.Find("AsyncWithMaxParallelCount10")!.Width);
    }

    [Theory]
    [InlineData("AsyncWithMaxParallelCount"), InlineData("AsyncWithMaxParallelCount0"), InlineData("Async.text")]
    [InlineData("SyncAsParallel.bytes"), InlineData("pread-8"), InlineData("")]
    public void Invalid_names_find_nothing(string name) => Assert.Null(Scenario.Find(name));

    [Theory, MemberData(nameof(Names))]
    public async Task Every_byte_of_every_file_is_read(string name)
    {
        ReadRun run = RunOf(_files);
        IReadStrategy reader = ScenarioChild.Create(name)!;
        reader.Prepare(run);
        await reader.ReadAsync(run);
        Assert.Equal(Expected, run.Sum.Total);
    }

    [Theory, MemberData(nameof(Names))]
    public async Task A_deleted_file_ends_the_run_and_is_named(string name)
    {
        const int Gone = 5;
        File.Delete(_files[Gone].Name);
        ReadRun run = RunOf(_files);
        FileFailedException failure = await Assert.ThrowsAsync<FileFailedException>(() =>
        {
            IReadStrategy reader = Scenario.Find(name)!.Create();
            reader.Prepare(run);
            return reader.ReadAsync(run);
        });
        Assert.Equal(Gone, failure.File);
    }

    [Fact]
    public async Task A_text_that_changed_ends_the_run_and_is_named()
    {
        const int Changed = 7;
        ReadRun run = RunOf(_files);
        IReadStrategy reader = Scenario.Find("ReadAllAsParallel")!.Create();
        reader.Prepare(run);
        await File.WriteAllBytesAsync(
            _files[Changed].Name, new byte[_files[Changed].Size], TestContext.Current.CancellationToken);
        FileFailedException failure = await Assert.ThrowsAsync<FileFailedException>(() => reader.ReadAsync(run));
        Assert.Equal(Changed, failure.File);
    }

    [Fact]
    public async Task A_thread_for_each_file_is_refused_at_the_limit_that_is_stated()
    {
        using var slow = new GatedFifo();

        // Nobody writes into the FIFO, so no thread ends before the limit is reached.
        byte[] path = Encoding.UTF8.GetBytes(slow.Path);
        ReadRun run = RunOf([.. Enumerable.Range(0, 20).Select(i => new LabFile(path, 1, (ulong)i))]);
        RefusedException refused = await Assert.ThrowsAsync<RefusedException>(
            () => new NewThread(ContentMode.Bytes, threadsMax: 7).ReadAsync(run));
        Assert.Equal("refused at 7 threads", refused.Message);
    }

    [Fact]
    public async Task Files_without_a_bound_are_refused_at_the_limit_that_is_stated()
    {
        foreach (IReadStrategy one in new IReadStrategy[]
        {
            new Async(ContentMode.Bytes, 0), new Async2(ContentMode.Bytes, 0), new Async(ContentMode.Stream, 0),
        })
        {
            RefusedException refused = await Assert.ThrowsAsync<RefusedException>(() => one.ReadAsync(RunOf(_files)));
            Assert.Equal("refused at 0 files in flight", refused.Message);
        }
    }

    private static ReadRun RunOf(IReadOnlyList<LabFile> files) =>
        new() { Volume = LocalVolume.Create(), Files = files };
}
