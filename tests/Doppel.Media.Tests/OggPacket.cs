namespace Doppel.Media.Tests;

/// <summary>A packet of an Ogg file.</summary>
/// <param name="Serial">The number of its stream.</param>
/// <param name="Bytes">The packet.</param>
/// <param name="Granule">Where it ends; -1 where no page tells.</param>
/// <param name="IsLast">Whether its stream ends with it.</param>
internal sealed record OggPacket(uint Serial, byte[] Bytes, long Granule, bool IsLast);
