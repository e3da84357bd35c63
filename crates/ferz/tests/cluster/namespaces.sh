#!/bin/bash
# Four workers in network namespaces of their own, as if on four machines: one behind 200 ms of delay (by netem, or
# where the kernel has none by a relay in Python), one cut off for two minutes, one killed and started again in a loop.
# In the end each of the pairs is counted once.
#
#   crates/ferz/tests/cluster/namespaces.sh target/debug/ferz [PAIRS]
#
# By root, on Linux: it makes a bridge and namespaces, whose names begin with ferz, and takes them away again.
set -euo pipefail
ferz=$(realpath "$1")
pairs=${2:-2000}
place=$(mktemp -d)
cd "$place"
programs=()
killer=
end() {
    [ -z "$killer" ] || kill "$killer" 2>/dev/null || true
    for id in "${programs[@]}" $(cat hub/nats/nats.pid 2>/dev/null) $(cat worker-4.pid 2>/dev/null); do kill -9 "$id" 2>/dev/null || true; wait "$id" 2>/dev/null || true; done
    for n in 1 2 3 4; do ip netns del "ferz$n" 2>/dev/null || true; done
    ip link del ferzbr 2>/dev/null || true
}
trap end EXIT

ip link add ferzbr type bridge
ip addr add 10.97.0.254/24 dev ferzbr
ip link set ferzbr up
for n in 1 2 3 4; do
    ip netns add "ferz$n"
    ip link add "ferzv$n" type veth peer name eth0 netns "ferz$n"
    ip link set "ferzv$n" master ferzbr up
    ip -n "ferz$n" addr add "10.97.0.$n/24" dev eth0
    ip -n "ferz$n" link set eth0 up
    ip -n "ferz$n" link set lo up
done
far=10.97.0.254:4297
if ! ip netns exec ferz2 tc qdisc add dev eth0 root netem delay 200ms 2>/dev/null; then
    far=127.0.0.1:4297
    ip netns exec ferz2 python3 -c '
import asyncio
async def carry(reader, writer, delay):
    loop = asyncio.get_running_loop()
    while data := await reader.read(65536):
        loop.call_later(delay, writer.write, data)
    loop.call_later(delay, writer.close)
async def relay(reader, writer):
    try:
        far = await asyncio.open_connection("10.97.0.254", 4297)
    except OSError:
        return writer.close()
    await asyncio.gather(carry(reader, far[1], 0.2), carry(far[0], writer, 0), return_exceptions=True)
async def main():
    async with await asyncio.start_server(relay, "127.0.0.1", 4297) as server:
        await server.serve_forever()
asyncio.run(main())' &
    programs+=($!)
fi

"$ferz" hub --dir hub --bind 10.97.0.254 --port 4297 --patience 10 > hub.log 2>&1 &
programs+=($!)
until grep -q nats:// hub.log 2>/dev/null && url=$(grep -o 'nats://[^ ]*' hub.log) \
    && "$ferz" status "$url" > /dev/null 2>&1; do sleep 0.2; done
worker() {
    local here=$url
    [ "$1" != 2 ] || here=${url/10.97.0.254:4297/$far}
    exec ip netns exec "ferz$1" "$ferz" worker "$here" --trust all --dir "worker-$1" --name "worker-$1" \
        --concurrency 1 >> "worker-$1.log" 2>&1
}
for n in 1 2 3; do
    worker "$n" &
    programs+=($!)
done
(
    while :; do
        worker 4 &
        echo $! > worker-4.pid
        sleep 7
        kill -9 $! 2>/dev/null || true
        wait $! 2>/dev/null || true
    done
) &
killer=$!

for n in 1 2 3; do
    until grep joined "worker-$n.log"; do sleep 1; done
done
began=$(date +%s)
run=$("$ferz" submit "$url" match "name=a proto=uci nodes=1500 $ferz" "name=b proto=cecp depth=7 $ferz" --seed 5 \
    --rounds "$pairs" --max-moves 12 --openings builtin --comments none 2>/dev/null)
sleep 10
ip netns exec ferz3 ip link set eth0 down
cut=$(date +%s)
is_cut=1
while :; do
    sleep 2
    now=$(date +%s)
    if [ $is_cut = 1 ] && [ $((now - cut)) -ge 120 ]; then
        ip netns exec ferz3 ip link set eth0 up
        is_cut=0
        echo "worker-3 is back after $((now - cut)) s"
    fi
    if [ -e "hub/runs/$run/ended" ]; then break; fi
    if ! "$ferz" status --json "$url" | grep -q '"state": "playing"'; then sleep 2; break; fi
done
seconds=$(($(date +%s) - began))
games=$(grep -c '^\[Event ' "hub/runs/$run/games.pgn")
logged=$(grep -o '{"game":{"number":[0-9]*' "hub/runs/$run/events.jsonl" | sort | wc -l)
numbers=$(grep -o '{"game":{"number":[0-9]*' "hub/runs/$run/events.jsonl" | sort -u | wc -l)
kills=$(grep -c joined worker-4.log)
echo "$pairs pairs in $seconds s: $games games in the PGN, $logged in the log, $numbers numbers;" \
    "worker-4 was started $kills times"
cat "hub/runs/$run/ended"; echo
for n in 1 2 3 4; do echo "worker-$n said:"; sort "worker-$n.log" | uniq -c | sort -rn | head -4; done
[ "$games" = $((2 * pairs)) ] && [ "$logged" = "$games" ] && [ "$numbers" = "$games" ]
