using System.Security.Cryptography;
using System.Text;
using Doppel.Hashing;
using Doppel.Testing.Trees;
using Doppel.Volumes;

namespace Doppel.Fleet.Tests;

/// <summary>A prover reads what it serves, answers those whom it trusts, and proves only what is there now.</summary>
public sealed class FleetProverTests : IDisposable
{
    private static readonly byte[] s_key = [.. Enumerable.Range(0, 32).Select(static i => (byte)i)];
    private static readonly byte[] s_content = Encoding.ASCII.GetBytes(new string('c', 1000));

    private readonly TempTree _tree = new();
    private readonly HostileRows _rows = new(static () => default);
    private uint _questions;

    public FleetProverTests()
    {
        _tree.AddFile("served/file", s_content);

        // A time that can be set again as exactly as it is read.
        File.SetLastWriteTimeUtc($"{_tree["served/file"]}", DateTime.UnixEpoch);
    }

    public void Dispose() => _tree.Dispose();

    [Fact]
    public void A_file_below_a_root_is_proved()
    {
        Ask("served/file");
        Answer(out FleetProver prover);
        Assert.Equal(AnswerState.Proved, OnlyAnswer().State);
        Assert.Equal(s_content.Length, prover.BytesRead);
    }

    [Theory]
    [InlineData("other/file")]
    [InlineData("served-too/file")]
    [InlineData("served/../other/file")]
    [InlineData("served//file")]
    [InlineData("served/./file")]
    [InlineData("file")]
    public void Nothing_outside_the_roots_is_read(string path)
    {
        _tree.AddFile("other/file", s_content);
        _tree.AddFile("served-too/file", s_content);
        _tree.AddFile("file", s_content);
        Ask(path);
        Answer(out FleetProver prover);
        Assert.Equal((AnswerState.Refused, "it is not in a folder that this machine proves"), Told(OnlyAnswer()));
        Assert.Equal(0, prover.BytesRead);
    }

    [Theory]
    [InlineData("served/link")]
    [InlineData("served/folder/file")]
    public void No_symbolic_link_leads_outside_the_roots(string path)
    {
        _tree.AddFile("other/file", s_content);
        File.CreateSymbolicLink($"{_tree["served"]}/link", $"{_tree["other/file"]}");
        File.CreateSymbolicLink($"{_tree["served"]}/folder", $"{_tree["other"]}");
        Ask(path);
        Answer(out FleetProver prover);
        Assert.Equal(AnswerState.Refused, OnlyAnswer().State);
        Assert.Equal(0, prover.BytesRead);
    }

    /// <summary>Its size and time are as before, only the time of the status change tells.</summary>
    [Fact]
    public void A_file_that_is_written_during_its_proof_is_not_proved()
    {
        Ask("served/file");
        string file = $"{_tree["served/file"]}";
        Answer(out _, () =>
        {
            // Times have steps of some milliseconds.
            FileTime before = ChangedAt(file);
            while (ChangedAt(file) == before)
            {
                File.WriteAllText(file, new string('d', s_content.Length));
                File.SetLastWriteTimeUtc(file, DateTime.UnixEpoch);
            }
        });
        Assert.Equal((AnswerState.Refused, "it has changed since it was scanned"), Told(OnlyAnswer()));
    }

    [Fact]
    public void A_file_with_another_content_is_not_proved()
    {
        Ask("served/file");
        File.WriteAllText($"{_tree["served/file"]}", new string('d', s_content.Length));
        Answer(out _);
        Assert.Equal((AnswerState.Refused, "it has changed since it was scanned"), Told(OnlyAnswer()));
    }

    [Fact]
    public void Nobody_with_another_proof_key_gets_a_proof()
    {
        Ask("served/file", [.. s_key.Reverse()]);
        Answer(out FleetProver prover);
        Assert.Equal((AnswerState.Refused, "the two machines have different proof keys"), Told(OnlyAnswer()));
        Assert.Equal(0, prover.BytesRead);
    }

    [Fact]
    public void An_earlier_version_gets_no_proof()
    {
        ProofQuestion question = NewQuestion();
        byte[] path = Encoding.UTF8.GetBytes($"{_tree["served/file"]}");

        // As version 1 has sealed it: without the time.
        var text = new RowWriter();
        text.Write(question.Run);
        text.Write(question.Number);
        text.Write(question.Asker);
        text.Write(question.Host);
        text.Write(question.Size);
        text.Write(ProofQuestion.Bytes(question.Digest));
        text.Write(question.Until);
        byte[] known = text.Bytes.ToArray();
        using var cipher = new AesGcm(
            HMACSHA256.HashData(s_key.AsSpan(), [.. "doppel proof 1, question"u8, .. known]), tagSizeInBytes: 16);
        byte[] sealedPath = new byte[path.Length + 16];
        cipher.Encrypt(new byte[12], path, sealedPath.AsSpan(0, path.Length), sealedPath.AsSpan(path.Length), known);
        _rows.Insert(new HostileRows.QuestionRow(
            question with { Sealed = sealedPath }, QuestionState.Open, 1));
        Answer(out FleetProver prover);
        Assert.Equal(
            (AnswerState.Refused, "the machine that asks has an earlier version of doppel"), Told(OnlyAnswer()));
        Assert.Equal(0, prover.BytesRead);
    }

    [Fact]
    public void A_question_that_somebody_repeats_is_read_once()
    {
        Ask("served/file");
        HostileRows.QuestionRow row = _rows.Questions[0];
        _rows.Insert(row with { Version = uint.MaxValue });
        Answer(out FleetProver prover);
        Assert.Equal((1, s_content.Length), (prover.Proved, prover.BytesRead));
    }

    [Fact]
    public void A_folder_of_promises_that_others_can_write_to_is_not_used()
    {
        _tree.AddFolder("state/host-here");
        File.SetUnixFileMode($"{_tree["state/host-here"]}", (UnixFileMode)0x1FF);
        FleetException failure = Assert.Throws<FleetException>(() => Answer(out _));
        Assert.Contains("other users can write to it", failure.Message, StringComparison.Ordinal);
    }

    private static (AnswerState State, string Reason) Told(ProofAnswer answer) => (answer.State, answer.Reason);

    private static FileTime ChangedAt(string file)
    {
        VolumeError error = new LinuxVolume().Stat(
            FolderHandle.None, Encoding.UTF8.GetBytes(file), LinkPolicy.Stay, FactFields.All, out FileFacts facts);
        Assert.False(error.Failed);
        return facts.Changed;
    }

    private ProofAnswer OnlyAnswer() => Assert.Single(_rows.Answers).Answer;

    private ProofQuestion NewQuestion() => new()
    {
        Run = RandomNumberGenerator.GetBytes(ProofQuestion.RunBytes),
        Number = _questions++,
        Asker = FleetHost.IdOf("there"),
        Host = FleetHost.IdOf("here"),
        Size = (ulong)s_content.Length,
        Digest = Xxh3.Hash128(s_content),
        Until = uint.MaxValue,
    };

    private void Ask(string path, byte[]? key = null) => _rows.SeenBy(static () => { }).Add(
        [NewQuestion().Seal(Encoding.UTF8.GetBytes($"{_tree.Folder}/{path}"), within: 60, key ?? s_key)],
        QuestionState.Open);

    private void Answer(out FleetProver prover, Action? afterRead = null)
    {
        var process = new SimulatedProcess(static _ => { });
        process.Resume();
        var volume = new SteppedVolume(process, new DurableFolder()) { AfterRead = afterRead ?? (static () => { }) };
        prover = new FleetProver(
            _rows.SeenBy(static () => { }), TimeProvider.System,
            new FleetProofOptions { Host = "here", ProofKey = s_key, Ledger = new(_tree["state"].Bytes) },
            volume, [_tree["served"].Bytes], CancellationToken.None);
        using (prover)
        {
            prover.Answer();
        }
    }
}
