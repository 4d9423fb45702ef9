using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting.Tests;

/// <summary>Files of which a copy stays in a bucket, and a run that ends anywhere, is resumed and undone.</summary>
public sealed class BucketFileResumeTests
{
    private static readonly byte[] s_content = "one content"u8.ToArray();

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Undo_restores_one_file_with_all_its_names_wherever_the_run_ended(bool after)
    {
        bool ended = true;
        for (int at = 1; ended; at += TestRun.Count(2, 1))
        {
            using var world = new BucketWorld(options: null, "bucket");
            string kept = world.Put("bucket", "kept", s_content);
            string first = world.AddFile("first", s_content);
            string[] names = [first, $"{world.Files.AddHardLink("second", "first")}"];
            PlanGroup group = world.Group(kept, first);
            PlanCopy file = group.Drop[0] with
            {
                Names = [.. names.Select(static name => new ReportName(name))],
            };
            ended = Crash.At(volume => world.Act([group with { Drop = [file] }], volume: volume), at, after);
            world.ResumeAndUndo();
            Assert.All(names, name => Assert.Equal(s_content, world.Now(name)));
            FileFacts[] facts = [.. names.Select(world.FactsOf)];
            Assert.True(facts[0].Inode == facts[1].Inode, $"ended at call {at}: the names are two files");
            Assert.Equal(2u, facts[0].Links);
            Assert.Equal(names, Directory.GetFiles(world.Files.Folder).Order(StringComparer.Ordinal));
        }
    }
}
