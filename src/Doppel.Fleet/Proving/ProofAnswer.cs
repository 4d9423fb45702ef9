using System.Text;

namespace Doppel.Fleet;

/// <summary>What a host says about a file.</summary>
/// <param name="State">Whether it proves the file.</param>
internal sealed record ProofAnswer(AnswerState State)
{
    private const int ReasonMax = 200;

    /// <summary>Gets the keyed digest, if the file is proved.</summary>
    internal byte[] Proof { get; init; } = new byte[ProofQuestion.ProofBytes];

    /// <summary>Gets where the file lies, if it is proved.</summary>
    internal HostInode Place { get; init; }

    /// <summary>Gets why it is not proved.</summary>
    internal string Reason { get; init; } = "";

    internal static ProofAnswer Refuse(string reason) => new(AnswerState.Refused) { Reason = reason };

    /// <summary>Reads an answer, without its question.</summary>
    internal static ProofAnswer Read(RowStream rows) => new((AnswerState)rows.ReadUInt32())
    {
        Proof = rows.ReadBytes(ProofQuestion.ProofBytes),
        Place = new HostInode(rows.ReadUInt64(), rows.ReadUInt64(), rows.ReadUInt64()),
        Reason = Plain(rows.ReadText()),
    };

    /// <summary>Adds a row of the table of answers.</summary>
    internal void WriteTo(RowWriter rows, ProofQuestion question)
    {
        rows.Write(question.Host);
        rows.Write(question.Run);
        rows.Write(question.Number);
        rows.Write(question.Size);
        rows.Write(ProofQuestion.Bytes(question.Digest));
        rows.Write(question.Until);
        rows.Write((byte)State);
        rows.Write(Proof);
        rows.Write(Place.Kernel);
        rows.Write(Place.Device);
        rows.Write(Place.Inode);
        rows.WriteText(Encoding.UTF8.GetBytes(Reason));
        rows.Write(2u);
    }

    // Other hosts write to the table as well, and a terminal obeys control characters.
    private static string Plain(byte[] text)
    {
        string all = Encoding.ASCII.GetString(text, 0, Math.Min(text.Length, ReasonMax));
        return string.Concat(all.Select(static c => c is >= ' ' and <= '~' ? c : '?'));
    }
}
