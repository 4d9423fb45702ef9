namespace Doppel.Lab.Tests.Strategies;

/// <summary>Every strategy reads every byte of every file, or says why not.</summary>
public sealed class StrategyTests : IDisposable
{
    // Below, at and above blocks of all kinds; empty files are never chosen.
    private static readonly int[] s_sizes =
        [1, 2, 4095, 4096, 4097, 65_536, 81_920, 81_921, 131_071, 131_072, 131_073, 262_144, 300_000, 1_048_577];

    private readonly LabTree _tree = new(seed: 3, s_sizes.Concat(Enumerable.Range(0, 60).Select(i => 10 + (i * 37))));

    public static TheoryData<string> Names =>
    [
        .. StrategyTable.Every.Select(strategy => strategy.Name),
        "pread-3-4k", "uring-1", "extent-3", "random-access-1",
    ];

    public void Dispose() => _tree.Dispose();

    [Theory, MemberData(nameof(Names))]
    public async Task Every_byte_of_every_file_is_read(string name)
    {
        StrategyDefinition strategy = StrategyTable.Find(name)!;
        var run = new ReadRun { Volume = new PortableOrNative().Volume, Files = _tree.Files };
        IReadStrategy reader = strategy.Create();
        reader.Prepare(run);
        try
        {
            await reader.ReadAsync(run);
        }
        catch (UnsupportedException reason)
        {
            Assert.Skip(reason.Message);
        }

        Assert.Equal(_tree.Expected, run.Sum.Total);
    }

    [Theory, MemberData(nameof(Names))]
    public async Task A_deleted_file_ends_the_run_and_is_named(string name)
    {
        const int Gone = 5;
        File.Delete(_tree.Contents[Gone].Path);
        FileFailedException failure = await FailAsync(name);
        Assert.Equal(Gone, failure.File);
    }

    [Theory]
    [InlineData("engine"), InlineData("engine-4")]
    [InlineData("pread-1"), InlineData("pread-4"), InlineData("inode-2"), InlineData("extent-2")]
    public async Task A_file_that_grew_ends_the_run_and_is_named(string name)
    {
        const int Grown = 2;
        LabFile[] files = _tree.Files;
        StrategyDefinition strategy = StrategyTable.Find(name)!;
        var run = new ReadRun { Volume = new PortableOrNative().Volume, Files = files };
        IReadStrategy reader = strategy.Create();
        reader.Prepare(run);
        await File.AppendAllTextAsync(_tree.Contents[Grown].Path, "more", TestContext.Current.CancellationToken);
        FileFailedException failure = await Assert.ThrowsAsync<FileFailedException>(() => reader.ReadAsync(run));
        Assert.Equal(Grown, failure.File);
    }

    private async Task<FileFailedException> FailAsync(string name)
    {
        var run = new ReadRun { Volume = new PortableOrNative().Volume, Files = _tree.Files };
        IReadStrategy reader = StrategyTable.Find(name)!.Create();
        reader.Prepare(run);
        return await Assert.ThrowsAsync<FileFailedException>(async () =>
        {
            try
            {
                await reader.ReadAsync(run);
            }
            catch (UnsupportedException reason)
            {
                Assert.Skip(reason.Message);
            }
        });
    }
}
