using System.Text;
using Doppel.Hashing;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting.Tests;

/// <summary>A file of which another machine has a copy goes only while a proof of its content counts.</summary>
public sealed class ProvedByHostTests
{
    private static readonly string[] s_dropped = ["a/drop", "b/drop one"];

    [Fact]
    public void Proved_files_are_removed()
    {
        using ActingTree tree = OneGroup();
        var proofs = new HostProofs();
        Delete(tree, proofs);
        Assert.All(tree.Results, static result => Assert.Equal(ActStatus.Done, result.Status));
        Assert.All(s_dropped, name => Assert.False(File.Exists(Path.Combine(tree.Files.Folder, name))));
        Assert.True(proofs.Looks > s_dropped.Length);
    }

    [Fact]
    public void A_file_stays_under_its_name_once_the_proof_is_too_old_at_any_look()
    {
        var all = new HostProofs();
        using (ActingTree tree = OneGroup())
        {
            Delete(tree, all);
        }

        for (int look = 0; look < all.Looks; look++)
        {
            using ActingTree tree = OneGroup();
            Delete(tree, new HostProofs { InTimeLooks = look });
            string[] late =
            [
                .. tree.Results.Where(static result => result.Status != ActStatus.Done)
                    .Select(static result => result.Reason),
            ];
            Assert.NotEmpty(late);
            Assert.All(late, static why => Assert.Equal("the other machine's proof has become too old", why));
            Assert.Equal(late.Length, s_dropped.Count(name => File.Exists(Path.Combine(tree.Files.Folder, name))));
            Assert.Equal(
                1 + late.Length, Directory.GetFiles(tree.Files.Folder, "*", SearchOption.AllDirectories).Length);
        }
    }

    [Theory]
    [InlineData("promised", "another machine relies on this copy and deletes its own")]
    [InlineData("refused", "nas does not prove its copy: it has changed")]
    [InlineData("no answer", "nas has not proved its copy in time")]
    [InlineData("failure", "the server is away")]
    [InlineData("other content", "its content differs from that of the other machine")]
    public void A_file_stays_without_a_proof(string how, string reason)
    {
        using ActingTree tree = OneGroup();
        Delete(tree, new HostProofs
        {
            IsPromised = how == "promised",
            Refusal = how == "refused" ? "it has changed" : null,
            IsSilent = how is "no answer" or "failure",
            Failure = how == "failure" ? reason : null,
            Differs = how == "other content" ? reason : null,
        });
        Assert.Equal([reason, reason], tree.Results.Select(static result => result.Reason));
        tree.AssertAsBefore();
    }

    // A failure of the server after the proof does not matter for the proof, but nobody knows then what else happens.
    [Fact]
    public void A_file_stays_if_the_server_fails_right_before_its_removal()
    {
        using ActingTree tree = OneGroup();
        Delete(tree, new HostProofs { FailsAfterProof = true });
        Assert.All(tree.Results, static result => Assert.Equal(
            (ActStatus.Failed, "the server is away"), (result.Status, result.Reason)));
        tree.AssertAsBefore();
    }

    [Theory]
    [InlineData("apple", true)]
    [InlineData("grape", false)]
    [InlineData("apple!", false)]
    [InlineData("appl", false)]
    [InlineData("", false)]
    public void Undo_restores_only_the_content_that_was_deleted(string fetched, bool isRestored)
    {
        using ActingTree tree = OneGroup();
        Delete(tree, new HostProofs());
        using (JournalFolder journals = tree.Journals())
        using (JournalReader record = journals.Read(ActingTree.RunsOf(journals)[0]))
        {
            var options = new UndoOptions
            {
                Version = "test",
                Hosts = (machine, path, target) =>
                {
                    Assert.Equal(("nas", "/srv/keep"), (machine, $"{path}"));
                    target.Write(Encoding.ASCII.GetBytes(fetched));
                    return null;
                },
            };
            using var undo = new UndoRun(ActingTree.Volume, journals, record, options, static _ => { });
            Assert.Equal(isRestored, undo.Run(CancellationToken.None));
        }

        if (isRestored)
        {
            tree.AssertAsBefore();
        }
        else
        {
            Assert.Single(Directory.GetFiles(tree.Files.Folder, "*", SearchOption.AllDirectories));
        }
    }

    [Fact]
    public void No_file_stays_open_once_the_journal_cannot_be_written()
    {
        int refusals = 0;
        for (int at = 1; refusals == at - 1; at++)
        {
            using ActingTree tree = OneGroup();
            int writes = 0;
            var volume = new HookedVolume(ActingTree.Volume)
            {
                Before = (_, call) => call == "write" && ++writes >= at ? new VolumeError(VolumeErrorKind.Full) : null,
            };
            try
            {
                Delete(tree, new HostProofs(), volume);
            }
            catch (JournalException)
            {
                refusals++;
            }

            Assert.Empty(tree.OpenFiles());
        }

        // The head, the plan, the batch, its outcomes and the end.
        Assert.True(refusals >= 3, $"{refusals}");
    }

    private static ActingTree OneGroup()
    {
        var tree = new ActingTree();
        tree.AddGroup("apple", ["a/keep"], [s_dropped[0]], [s_dropped[1]]);
        tree.Remember();
        return tree;
    }

    private static void Delete(ActingTree tree, HostProofs proofs, IChangeableVolume? volume = null)
    {
        PlanGroup group = tree.Plan()[0];
        PlanCopy keeper = group.Keep[0] with { Names = [new ReportName("host:nas/srv/keep")] };
        tree.Act(
            ActionKind.Delete, volume, change: options => options with { Hosts = proofs },
            plan: [group with { Keep = [keeper], Digest = Xxh3.Hash128("apple"u8) }]);
    }
}
