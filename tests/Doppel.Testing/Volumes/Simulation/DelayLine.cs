namespace Doppel.Testing;

/// <summary>Answers each request after as many ticks as its place says.</summary>
internal sealed class DelayLine(SimulatedTime time) : SimulatedDevice(time)
{
    private protected override void Admit(IReadOnlyList<DeviceRequest> requests)
    {
        foreach (DeviceRequest request in requests)
        {
            AnswerAt(Now + request.Place, request);
        }
    }
}
