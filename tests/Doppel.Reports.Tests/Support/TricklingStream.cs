namespace Doppel.Reports.Tests.Support;

/// <summary>Gives one byte for each call, as a slow pipe may.</summary>
internal sealed class TricklingStream(byte[] bytes) : MemoryStream(bytes)
{
    public override int Read(byte[] buffer, int offset, int count) => base.Read(buffer, offset, Math.Min(count, 1));

    public override int Read(Span<byte> buffer) => base.Read(buffer[..Math.Min(buffer.Length, 1)]);
}
